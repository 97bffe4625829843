/** What tests of workflows that are code import as `heddle/testing`. */
export { HistoryViolation, type RecordedEvent, type RecordedHistory, replayHistory } from './replay-history.ts'
export { type Fake, type TestOptions, TestRun } from './test-run.ts'
