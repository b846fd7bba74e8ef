import type { Content } from '../../../renderer/index.js';

export function content(more: Partial<Content>): Content {
  return {
    price: '3.50',
    product_name: 'Milk',
    unit: '1 L',
    sku: '4006381333931',
    date: '2026-11-20',
    model_line: 'Panel',
    locale: 'en-US',
    currency: 'USD',
    data: {},
    ...more,
  };
}
