// @ts-check
/** Thirty products of a dealer in computers that does not exist. */

/** @typedef {import('../workbook.mjs').Cell} Cell */
/** @typedef {import('../workbook.mjs').Sheet} Sheet */

/**
 * SKU, product, category, cost and price in US dollars, pieces in stock, reorder point.
 *
 * @typedef {readonly [string, string, string, number, number, number, number]} Product
 */

/** @type {readonly Product[]} */
const PRODUCTS = [
  ['LAPT-1001', 'Aero 13 Ultrabook', 'Laptops', 842, 1099, 34, 15],
  ['LAPT-1002', 'Aero 15 Ultrabook', 'Laptops', 978, 1279, 27, 12],
  ['LAPT-1003', 'Terra 14 Business Laptop', 'Laptops', 705, 899, 52, 20],
  ['LAPT-1004', 'Terra 16 Workstation', 'Laptops', 1630, 2149, 14, 8],
  ['LAPT-1005', 'Volt 17 Gaming Laptop', 'Laptops', 1388, 1799, 19, 10],
  ['MONI-2001', '24 inch Office Monitor', 'Monitors', 118, 169, 88, 30],
  ['MONI-2002', '27 inch QHD Monitor', 'Monitors', 214, 309, 61, 25],
  ['MONI-2003', '27 inch 4K Monitor', 'Monitors', 302, 429, 43, 20],
  ['MONI-2004', '34 inch Curved Monitor', 'Monitors', 398, 549, 22, 10],
  ['MONI-2005', '15 inch Portable Monitor', 'Monitors', 126, 199, 37, 15],
  ['COMP-3001', 'Ryzen 9 7950X', 'Components', 428, 549, 76, 25],
  ['COMP-3002', 'Ryzen 7 7800X3D', 'Components', 296, 389, 58, 25],
  ['COMP-3003', 'Core i7-14700K', 'Components', 318, 409, 49, 20],
  ['COMP-3004', 'RX 7900 XTX 24GB', 'Components', 782, 959, 21, 10],
  ['COMP-3005', 'RTX 4070 Super 12GB', 'Components', 489, 609, 33, 15],
  ['COMP-3006', 'DDR5 Memory Kit 32GB', 'Components', 74, 109, 140, 50],
  ['STOR-4001', 'NVMe SSD 1TB', 'Storage', 58, 89, 165, 60],
  ['STOR-4002', 'NVMe SSD 2TB', 'Storage', 104, 159, 97, 40],
  ['STOR-4003', 'SATA SSD 1TB', 'Storage', 47, 74, 118, 40],
  ['STOR-4004', 'External Disk 5TB', 'Storage', 88, 129, 66, 25],
  ['STOR-4005', 'Network Storage 4-Bay', 'Storage', 312, 449, 16, 8],
  ['ACCS-5001', 'Mechanical Keyboard', 'Accessories', 61, 99, 83, 30],
  ['ACCS-5002', 'Wireless Mouse', 'Accessories', 23, 39, 152, 60],
  ['ACCS-5003', 'Webcam 1080p', 'Accessories', 38, 64, 71, 30],
  ['ACCS-5004', 'Noise Cancelling Headset', 'Accessories', 97, 159, 45, 20],
  ['ACCS-5005', 'Laptop Stand', 'Accessories', 21, 36, 92, 35],
  ['ACCS-5006', 'USB-C Docking Station', 'Accessories', 130, 250, 54, 20],
  ['ACCS-5007', 'USB-C Charger 100W', 'Accessories', 29, 49, 127, 50],
  ['NETW-6001', 'Wi-Fi 6 Router', 'Network', 92, 139, 48, 20],
  ['NETW-6002', '8-Port Gigabit Switch', 'Network', 24, 39, 73, 30],
];

/** @returns {Sheet[]} */
export function productInventory() {
  return [
    {
      name: 'Inventory',
      rows: [
        [
          'SKU',
          'Product',
          'Category',
          'Cost (USD)',
          'Price (USD)',
          'Margin in %',
          'In stock',
          'Reorder point',
        ],
        ...PRODUCTS.map(row),
      ],
    },
    {
      name: 'Categories',
      rows: [['Category', 'Products', 'Pieces in stock'], ...categories()],
    },
    {
      name: 'About',
      rows: [['Synthetic inventory for tests.'], ['Margin in % is price minus cost, divided by price.']],
    },
  ];
}

/**
 * @param {Product} product
 * @returns {Cell[]}
 */
function row([sku, product, category, cost, price, stock, reorder]) {
  return [sku, product, category, cost, price, marginOf(cost, price), stock, reorder];
}

/**
 * In percent, one decimal.
 *
 * @param {number} cost
 * @param {number} price
 */
function marginOf(cost, price) {
  return Math.round(((price - cost) / price) * 1000) / 10;
}

/** @returns {Cell[][]} */
function categories() {
  const names = [...new Set(PRODUCTS.map(([, , category]) => category))];
  return names.map((name) => {
    const stocks = PRODUCTS.flatMap(([, , category, , , stock]) => (category === name ? [stock] : []));
    return [name, stocks.length, stocks.reduce((sum, stock) => sum + stock, 0)];
  });
}
