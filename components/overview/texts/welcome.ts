/** Texts of `components/overview/welcome`. A function gives a sentence around its values. */
export const welcomeTexts = {
  // showcase
  showcase:
    'Picture of a run: a loan is checked, waits two days for a person through a restart of the engine, is approved and paid out.',
  loanOfWeaver: 'Loan of 24,000 for Weaver & Sons',
  pause: 'Pause the animation',
  play: 'Play the animation',

  // showcase-graph
  start: 'Start',
  end: 'End',
  ana: 'Ana',
  initialOfAna: 'A',
  anaApproved: 'Approved',

  // showcase-script
  checkRequest: 'Check request',
  scoresTheLoan: 'loans.score',
  approveLoan: 'Approve loan',
  asksCredit: 'asks group credit',
  isApproved: 'Approved?',
  twoRoutes: '2 routes',
  payOut: 'Pay out',
  callsTheBank: 'POST bank.example',
  decline: 'Decline',
  writesALetter: 'loans.decline',
  approved: 'approved',
  otherwise: 'otherwise',
  checking: 'Running',
  waitingForAna: 'Waiting for approval',
  waitsForAna: 'waiting for Ana',
  restarted: 'Still waiting after a restart',
  approvedByAna: 'Approved by Ana',
  payingOut: 'Paying out',
  completed: 'Completed',

  // showcase-timeline
  engineRestarted: 'restart',

  // stories
  examples: 'Examples',
  approvalStory: 'Approval',
  approvalWords: 'A score decides, a manager confirms. The run waits for the answer for days.',
  sagaStory: 'Rollback (saga)',
  sagaWords: 'Reserve a flight and a hotel, charge the card. If that fails, undo both.',
  subWorkflowsStory: 'Sub-workflows',
  subWorkflowsWords: 'An order starts workflows that start workflows, each with its own history.',
  runExample: 'Run example',
  preparing: 'Preparing…',

  // welcome
  drawWorkflowRunItLose: 'Draw a workflow. Run it. Lose nothing.',
  heddleRunsWhatYouDraw:
    'Heddle runs what you draw, waits for people as long as it takes, and continues where it stopped after a crash.',
  blankWorkflow: 'Blank workflow',
  importWorkflow: 'Import',
  yourWorkflows: 'Your workflows',
  seeExamples: 'See all examples',
  orRunOneOfThese: 'Run one of these examples',
} as const
