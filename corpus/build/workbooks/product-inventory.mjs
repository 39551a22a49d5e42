// @ts-check
/** Thirty products of a dealer in computers that does not exist: prices, purchasing and stock on a sheet each. */
import { parts } from './sums.mjs';

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
  ['COMP-3002', 'Ryzen 9 7900X', 'Components', 322, 409, 58, 25],
  ['COMP-3003', 'Ryzen 7 7800X3D', 'Components', 296, 389, 49, 20],
  ['COMP-3004', 'RX 7900 XTX 24GB', 'Components', 782, 959, 21, 10],
  ['COMP-3005', 'RX 7900 XT 20GB', 'Components', 589, 719, 33, 15],
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

const WAREHOUSES = ['Columbus', 'Reno', 'Tilburg'];
const SUPPLIERS = ['Norwood Trading', 'Kestrel Components', 'Ostrava Import', 'Halden Wholesale'];
/** Of a product's stock, in percent; the products take turns. */
const STOCK_SHARES = [
  [50, 30, 20],
  [20, 45, 35],
  [35, 15, 50],
];

/** @returns {Sheet[]} */
export function productInventory() {
  return [
    {
      name: 'Products',
      rows: [
        ['SKU', 'Product', 'Category', 'Price (USD)', 'Reorder point'],
        ...PRODUCTS.map(([sku, product, category, , price, , reorder]) => [
          sku,
          product,
          category,
          price,
          reorder,
        ]),
      ],
    },
    {
      name: 'Purchasing',
      rows: [
        ['SKU', 'Supplier', 'Cost (USD)', 'Delivery in days'],
        ...PRODUCTS.map(([sku, , , cost], index) => [
          sku,
          SUPPLIERS[(index * 7) % SUPPLIERS.length] ?? '',
          cost,
          4 + ((index * 5) % 17),
        ]),
      ],
    },
    { name: 'Stock', rows: [['SKU', 'Warehouse', 'Pieces'], ...PRODUCTS.flatMap(stockRows)] },
    {
      name: 'About',
      rows: [
        ['Stock was counted on September 30, 2024, in all three warehouses.'],
        ['The reorder point of a product applies to its pieces in all warehouses together.'],
        ['Margin is price minus cost, divided by price.'],
      ],
    },
  ];
}

/**
 * @param {Product} product
 * @param {number} index
 * @returns {Cell[][]}
 */
function stockRows([sku, , , , , stock], index) {
  const shares = STOCK_SHARES[index % STOCK_SHARES.length] ?? [];
  return parts(stock, shares, 1).map((pieces, place) => [sku, WAREHOUSES[place] ?? '', pieces]);
}
