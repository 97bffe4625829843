/** Texts of `components/runs`: run/log. A function gives a sentence around its values. */
export const runLogTexts = {
  // run/log/log-view
  logs: 'Logs',
  logsOfThisRun: 'Logs of this run',
  noLogsYet: 'No logs. Steps write here with ctx.progress(…), and failures appear here too.',
  noLinesMatch: 'No lines match.',
  attempt: (attempt: string | number) => `Attempt ${attempt}`,
  levels: { error: 'Error', warning: 'Warning', info: 'Info', debug: 'Debug', progress: 'Progress' },

  // run/log/log-toolbar
  thisRun: 'This run',
  allSteps: 'All steps',
  searchLogs: 'Search logs',
  search: 'Search',
  logsOfStep: 'Logs of step',
  levelsShown: 'Levels shown',
  sinceStart: 'Time since start',
  follow: 'Follow',
  of: (found: string | number, all: string | number) => `${found} of ${all}`,
} as const
