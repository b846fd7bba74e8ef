import type { Replay, Replayed } from './replay.js';

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');

const picture = (png: Buffer, alt: string): string =>
  `<img src="data:image/png;base64,${png.toString('base64')}" alt="${escaped(alt)}">`;

const row = (cells: readonly (string | number | null)[], grade = ''): string =>
  `<tr class="${grade}">${cells.map((cell) => `<td>${escaped(String(cell ?? ''))}</td>`).join('')}</tr>`;

const diagnosticRow = ({ code, grade, step, message, expected, received, count }: Replay['diagnostics'][number]) =>
  row([grade, code, `${step}${count > 1 ? ` (${count}×)` : ''}`, message, expected, received], grade);

const checkRow = ({ n, step, of, result, wrong_pixels }: Replay['checks'][number]) =>
  row([n, step, of, result.replace('_', ' '), wrong_pixels], result === 'differs' ? 'error' : '');

/** One HTML page without scripts: checks, diagnostics, and the glass after each refresh. */
export function panelReport({ replay, shown }: Replayed): string {
  const { name, chip, width, height, inks, checks, diagnostics } = replay;
  const figures = shown
    .map(({ refresh: { number, step, kind, seconds, secondsAssumed }, png }) => {
      const words = `Refresh ${number} at step ${step}: ${kind}, ${seconds} s${secondsAssumed ? ' (assumed)' : ''}`;
      return `<figure>${picture(png, words)}<figcaption>${words}</figcaption></figure>`;
    })
    .join('\n');
  return `<!doctype html>
<html lang="en"><meta charset="utf-8"><title>${escaped(name ?? 'Panel')}: replay</title>
<style>
body { font: 15px/1.5 system-ui, sans-serif; margin: 2rem; color: #1a1a1a; background: #f4f4f2 }
table { border-collapse: collapse; margin: 0 0 2rem } td, th { padding: .25rem .75rem; text-align: left; border-bottom: 1px solid #ccc }
.error td { background: #fde4e1 } .warning td { background: #fff3d6 }
figure { display: inline-block; margin: 0 1rem 1rem 0 } img { border: 1px solid #999; max-width: 100%; image-rendering: pixelated }
</style>
<h1>${escaped(name ?? 'Replay')}</h1>
<p>${escaped(chip)}, ${width}×${height} pixels, ${escaped(inks.join(', '))}.</p>
<h2>Checks</h2>
<table><tr><th>Check</th><th>Step</th><th>Of</th><th>Result</th><th>Wrong pixels</th></tr>
${checks.map(checkRow).join('\n')}</table>
<h2>Diagnostics</h2>
<table><tr><th>Grade</th><th>Code</th><th>Step</th><th>What</th><th>Expected</th><th>Received</th></tr>
${diagnostics.map(diagnosticRow).join('\n')}</table>
<h2>Refreshes</h2>
${figures}
</html>
`;
}
