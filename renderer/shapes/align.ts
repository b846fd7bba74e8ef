/** Where something begins that leaves `rest` px free. */
export function offset(align: 'start' | 'top' | 'center' | 'middle' | 'end' | 'bottom', rest: number): number {
  return align === 'start' || align === 'top' ? 0 : align === 'center' || align === 'middle' ? rest >> 1 : rest;
}

/** `start` and `end` as they stand on the panel: the other way round where reading begins at the right. */
export function sideOf(align: 'start' | 'center' | 'end', rtl: boolean): 'start' | 'center' | 'end' {
  return !rtl || align === 'center' ? align : align === 'start' ? 'end' : 'start';
}
