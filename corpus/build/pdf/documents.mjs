// @ts-check
/** The documents that lie in the corpus as PDF, made from the texts beside this file. */
import { readFileSync } from 'node:fs';
import { twoColumnPdf } from './two-columns.mjs';

/** @param {string} name */
function textOf(name) {
  return readFileSync(new URL(name, import.meta.url), 'utf8');
}

export function attentionPaper() {
  return twoColumnPdf(textOf('attention_transformer_arxiv.txt'), {
    title: 'Attention Is All You Need',
    header: 'Vaswani et al.: Attention Is All You Need',
    footer: '31st Conference on Neural Information Processing Systems (NIPS 2017)',
  });
}

export function fluSeason() {
  return twoColumnPdf(textOf('cdc_influenza_2023_2024.txt'), {
    title: 'Influenza Activity in the United States during the 2023-2024 Season',
    header: 'Influenza Activity, 2023-2024 Season',
    footer: 'Centers for Disease Control and Prevention',
  });
}

export function raspberryPi4() {
  return twoColumnPdf(textOf('raspberry_pi4_specifications.txt'), {
    title: 'Raspberry Pi 4 Model B data sheet',
    header: 'Raspberry Pi 4 Model B, data sheet, release 1.2',
    footer: 'Raspberry Pi Ltd',
  });
}
