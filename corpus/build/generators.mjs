// @ts-check
/** The documents that are written instead of stored, by the name that the manifest gives as `generated`. */
import { Buffer } from 'node:buffer';
import { largeReport } from './large-report/large-report.mjs';
import { equipmentRegister } from './pdf/equipment-register.mjs';
import { attentionPaper, fluSeason, raspberryPi4 } from './pdf/documents.mjs';
import { workbook } from './workbook.mjs';
import { companyFinancials } from './workbooks/company-financials.mjs';
import { departmentBudget } from './workbooks/department-budget.mjs';
import { productInventory } from './workbooks/product-inventory.mjs';
import { usLabor } from './workbooks/us-labor.mjs';

/**
 * Each call gives the same bytes, on every machine.
 *
 * @type {ReadonlyMap<string, () => Buffer>}
 */
export const GENERATORS = new Map([
  ['large_report', () => Buffer.from(largeReport(), 'utf8')],
  ['attention_transformer_pdf', attentionPaper],
  ['cdc_flu_pdf', fluSeason],
  ['raspberry_pi4_pdf', raspberryPi4],
  ['equipment_register_pdf', equipmentRegister],
  ['company_financials_xlsx', () => workbook(companyFinancials())],
  ['department_budget_xlsx', () => workbook(departmentBudget())],
  ['product_inventory_xlsx', () => workbook(productInventory())],
  ['us_labor_xlsx', () => workbook(usLabor())],
]);
