import type { Replay, Replayed } from './replay.js';

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');

const picture = (png: Buffer, alt: string): string =>
  `<img src="data:image/png;base64,${png.toString('base64')}" alt="${escaped(alt)}">`;

function diagnosticRows({ diagnostics }: Replay): string {
  return diagnostics
    .map(
      ({ code, grade, step, message, expected, received, count }) =>
        `<tr class="${grade}"><td>${grade}</td><td>${code}</td><td>${step}${count > 1 ? ` (${count}×)` : ''}</td><td>${escaped(message)}</td><td>${escaped(expected)}</td><td>${escaped(received)}</td></tr>`,
    )
    .join('\n');
}

function checkRows({ checks }: Replay): string {
  return checks
    .map(
      ({ n, step, of, result, wrong_pixels }) =>
        `<tr class="${result === 'differs' ? 'error' : ''}"><td>${n}</td><td>${step}</td><td>${escaped(of ?? '')}</td><td>${result.replace('_', ' ')}</td><td>${wrong_pixels ?? ''}</td></tr>`,
    )
    .join('\n');
}

/** One HTML page without scripts: checks, diagnostics, and the glass after each refresh. */
export function panelReport({ replay, shown }: Replayed): string {
  const { name, chip, width, height, inks } = replay;
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
${checkRows(replay)}</table>
<h2>Diagnostics</h2>
<table><tr><th>Grade</th><th>Code</th><th>Step</th><th>What</th><th>Expected</th><th>Received</th></tr>
${diagnosticRows(replay)}</table>
<h2>Refreshes</h2>
${figures}
</html>
`;
}
