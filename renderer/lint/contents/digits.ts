/** The zeros of the scripts of the product's locales. Full-width digits are ASCII after NFKC. */
const zeros = [0x660, 0x6f0, 0x966, 0x9e6, 0xbe6, 0xe50];

/** A text with its digits in ASCII. */
export function inAscii(text: string): string {
  return text.normalize('NFKC').replaceAll(/[٠-٩۰-۹०-९০-৯௦-௯๐-๙]/gu, (digit) => {
    const code = digit.codePointAt(0)!;
    return String(code - zeros.findLast((zero) => zero <= code)!);
  });
}
