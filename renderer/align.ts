/** Where something begins that leaves `rest` px free. */
export function offset(align: 'start' | 'top' | 'center' | 'middle' | 'end' | 'bottom', rest: number): number {
  return align === 'start' || align === 'top' ? 0 : align === 'center' || align === 'middle' ? rest >> 1 : rest;
}
