import { inflateSync } from 'node:zlib';

/** A page of a PDF, and where the pictures stand on it; all in millimetres from its lower left corner. */
export interface PdfPage {
  readonly width: number;
  readonly height: number;
  readonly pictures: readonly {
    readonly left: number;
    readonly bottom: number;
    readonly right: number;
    readonly top: number;
  }[];
}

type Matrix = readonly [number, number, number, number, number, number];

const plain: Matrix = [1, 0, 0, 1, 0, 0];
const mm = (points: number): number => (points / 72) * 25.4;

/** Reads the pages of a PDF as Chromium writes them: objects in plain sight, contents deflated. */
export function pdfPages(pdf: Buffer): readonly PdfPage[] {
  const text = pdf.toString('latin1');
  const objects = new Map(
    Array.from(text.matchAll(/(\d+) 0 obj\n(.*?)endobj/gs), ([, number, body]) => [number!, body!] as const),
  );
  return [...objects.values()]
    .filter((body) => body.includes('/Type /Page\n'))
    .map((body) => {
      const [, box = ''] = /MediaBox \[([^\]]*)\]/.exec(body)!;
      const [, , width, height] = box.split(' ').map(Number);
      const content = objects.get(/\/Contents (\d+) 0 R/.exec(body)![1]!)!;
      const stream = content.slice(content.indexOf('stream\n') + 7, content.lastIndexOf('\nendstream'));
      const operators = inflateSync(Buffer.from(stream, 'latin1')).toString('latin1');
      return { width: mm(width!), height: mm(height!), pictures: picturesIn(operators) };
    });
}

/** Follows the matrix through the operators of a page. A picture is a unit square under it. */
function picturesIn(operators: string): PdfPage['pictures'] {
  const found: PdfPage['pictures'][number][] = [];
  const saved: Matrix[] = [];
  let now = plain;
  let operands: string[] = [];
  for (const word of operators.split(/\s+/)) {
    if (!['q', 'Q', 'cm', 'Do'].includes(word)) {
      operands.push(word);
      continue;
    }
    if (word === 'q') saved.push(now);
    else if (word === 'Q') now = saved.pop() ?? plain;
    else if (word === 'cm') now = times(operands.slice(-6).map(Number) as unknown as Matrix, now);
    else {
      const [x, y] = [
        [now[4], now[4] + now[0]],
        [now[5], now[5] + now[3]],
      ].map((ends) => ends.map(mm).sort((a, b) => a - b)) as [number[], number[]];
      found.push({ left: x[0]!, bottom: y[0]!, right: x[1]!, top: y[1]! });
    }
    operands = [];
  }
  return found;
}

function times([a, b, c, d, e, f]: Matrix, [A, B, C, D, E, F]: Matrix): Matrix {
  return [a * A + b * C, a * B + b * D, c * A + d * C, c * B + d * D, e * A + f * C + E, e * B + f * D + F];
}
