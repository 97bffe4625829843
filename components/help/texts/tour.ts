/** Texts of `components/help/tour`. A function gives a sentence around its values. */
export const tourTexts = {
  tour: 'Tour',
  takeTheTour: 'Take the tour',
  step: (step: number, of: number) => `${step} of ${of}`,
  skip: 'Skip the tour',
  back: 'Back',
  next: 'Next',
  done: 'Done',

  drawTitle: 'Draw a workflow',
  draw: 'Workflows are drawn step by step. The canvas and its YAML are one document: edit whichever you like.',
  runTitle: 'Run it and watch',
  run: 'Each run keeps its history. Open one to see its graph, timeline and values, at any moment of its past.',
  decideTitle: 'Decide tasks',
  decide: 'A human task waits in the inbox, for minutes or months. Approve it here and the run continues.',
  workersTitle: 'See what works',
  workers: 'If a run does not move, this page says which engine, worker or queue is missing.',
  helpTitle: 'Find anything',
  help: 'Help has every page of the documentation. Ctrl+K searches steps, runs, tasks and settings. Press ? for all keys.',
} as const
