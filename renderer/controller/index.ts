export { chips, families } from './families/chips.js';
export { definitionOf, headerOf, type PanelDefinition } from './definition.js';
export {
  type Diagnostic,
  type DiagnosticCode,
  diagnosticKinds,
  type Grade,
  diagnosticLine,
} from './families/diagnostics.js';
export type { Expectation, PanelEvent } from './traces/event.js';
export { type Answer, type ControllerPanel, createControllerPanel, type Refresh } from './panel.js';
export { type Check, coloursOf, createPanel, isJudged, type Panel, playTrace, profileOf, turnToLabel } from './play.js';
export { type Analyser, analysers, importCsv } from './traces/import.js';
export { checkEvent, parseLine, readTrace, type Trace, TraceError, type TraceHeader } from './traces/trace.js';
