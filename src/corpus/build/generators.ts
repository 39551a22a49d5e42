/** The documents that are written instead of stored, by the name that the manifest gives as `generated`. */
import { Buffer } from 'node:buffer';
import { largeReport } from './large-report/large-report.ts';
import { workbook } from './workbook.ts';
import { companyFinancials } from './workbooks/company-financials.ts';
import { departmentBudget } from './workbooks/department-budget.ts';
import { productInventory } from './workbooks/product-inventory.ts';
import { usLabor } from './workbooks/us-labor.ts';

/** Each call gives the same bytes, on every machine. */
export const GENERATORS: ReadonlyMap<string, () => Buffer> = new Map([
  ['large_report', () => Buffer.from(largeReport(), 'utf8')],
  ['company_financials_xlsx', () => workbook(companyFinancials())],
  ['department_budget_xlsx', () => workbook(departmentBudget())],
  ['product_inventory_xlsx', () => workbook(productInventory())],
  ['us_labor_xlsx', () => workbook(usLabor())],
]);
