/** The offset in px from the start edge when `rest` px are left over. */
export function offset(align: 'start' | 'top' | 'center' | 'middle' | 'end' | 'bottom', rest: number): number {
  return align === 'start' || align === 'top' ? 0 : align === 'center' || align === 'middle' ? rest >> 1 : rest;
}

/** The side on the panel, where `start` is left: swaps `start` and `end` where reading begins at the right. */
export function sideOf(align: 'start' | 'center' | 'end', rtl: boolean): 'start' | 'center' | 'end' {
  return !rtl || align === 'center' ? align : align === 'start' ? 'end' : 'start';
}
