export { headerOf, refusalOf, traceFor } from './definition.js';
export { type Diagnostic, diagnosticKinds, diagnosticLine } from './families/diagnostics.js';
export type { EmulatedPanel, Refresh } from './panel.js';
export { type Check, coloursOf, createPanel, isJudged, playTrace, profileOf, turnToLabel } from './play.js';
export type { Expectation, PanelEvent } from './traces/event.js';
export { type Analyser, analysers, importCsv } from './traces/import.js';
export { checkEvent, parseLine, readTrace, type Trace, TraceError, type TraceHeader } from './traces/trace.js';
