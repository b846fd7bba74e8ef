import type { LabelUpdated } from '../http/answers.js';

/** The step of a label in words; nothing for a label without one. The fields that are hidden are those of the warnings. */
export function wordsOfStep({ step, warnings }: Pick<LabelUpdated, 'step' | 'warnings'>): string {
  if (step === null) return '';
  const lines = Object.entries(step.lines).map(([text, count]) => `${count} lines for ${plain(text)}`);
  const fields = warnings.flatMap(({ code, field }) => (code === 'FIELD_HIDDEN' ? [`${plain(field)} hidden`] : []));
  const hidden = step.hidden > 0 && fields.length === 0 ? ['what is needed least hidden'] : fields;
  const said = [...(lines.length > 0 ? lines : ['one line for each text']), ...hidden];
  return `Step: ${said.join(', ')}.`;
}

/** "data.back_on and unit" → "back on and unit". Warnings of the words of a layout have the field "layout". */
function plain(text: string): string {
  return text === 'layout' ? 'words of the layout' : text.replaceAll('data.', '').replaceAll('_', ' ');
}
