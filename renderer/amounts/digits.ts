/** The zeros of the scripts of the product's locales. Full-width digits are ASCII after NFKC. */
const zeros = [0x660, 0x6f0, 0x966, 0x9e6, 0xbe6, 0xe50];
const otherDigits = /[٠-٩۰-۹०-९০-৯௦-௯๐-๙]/g;

/** A text with the digits of these scripts in ASCII. */
export function inAscii(text: string): string {
  return text.replace(otherDigits, (digit) => {
    const code = digit.charCodeAt(0);
    return String(code - zeros.findLast((zero) => zero <= code)!);
  });
}
