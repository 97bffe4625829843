/** Texts of `components/runs`: run/code and run/messages. A function gives a sentence around its values. */
export const runCodeTexts = {
  // run/code
  code: 'Code',
  codeOfThisRun: 'Code of this run',
  file: 'File',
  version: (version: number) => `Version ${version}`,
  waitsAt: (at: string, reason: string | undefined) =>
    reason === undefined ? `Waits at ${at}` : `Waits for ${reason} at ${at}`,

  // run/graph
  latestCommands: (shown: number, left: number) => `The latest ${shown} commands; ${left} earlier ones are not drawn.`,
  noCommandYet: 'The code has called nothing yet. Its commands appear here as it runs.',
  noCommand: 'The code called nothing before it ended.',

  // run/messages
  messages: 'Messages',
  queries: 'Queries',
  query: 'Query',
  ask: (name: string) => `Ask ${name}`,
  askLabel: 'Ask',
  asking: 'Asking…',
  argumentsOf: (name: string) => `Arguments of ${name}`,
  argumentsNote: 'JSON list',
  answerOf: (name: string) => `Answer of ${name}`,
  noQueries: 'The code declares no queries.',
  received: 'Received',
  sendSignal: 'Send signal…',
  sendUpdate: 'Send update…',
  latestMessages: (shown: number, all: number) => `The latest ${shown} of ${all}. The history has all of them.`,
  noMessages: 'No messages so far.',
  unread: (count: number) => (count === 1 ? '1 signal waits for a handler.' : `${count} signals wait for a handler.`),
  kind: 'Kind',
  name: 'Name',
  data: 'Data',
  from: 'From',
  at: 'At',
  outcome: 'Outcome',
  signal: 'Signal',
  update: 'Update',
  requested: 'Requested',
  accepted: 'Accepted',
  rejected: 'Rejected',
  completed: 'Completed',

  // run/messages/message-dialog
  sendASignal: 'Send a signal',
  sendAnUpdate: 'Send an update',
  signalIsKept: 'The code gets it in the order of arrival, and keeps it until it has a handler.',
  updateAnswers: 'The code accepts or rejects it, and answers with a result.',
  another: 'Another',
  argumentsLabel: 'Arguments',
  send: (name: string) => `Send ${name}`.trim(),
  mustBeList: 'The arguments are a list, such as ["text", 3].',
  updateSent: (name: string) => `${name} completed`,
  updateAccepted: (name: string) => `${name} accepted`,
  updateWaits: 'The result appears under Messages once the code has it.',

  // run/acting: the cancellation and the rollback of code
  consequence: 'Asks the code to end. It can clean up first, but no longer waits for timers, signals or activities.',
  terminate: 'Terminate: end it at once, without clean-up',
  undoFirst: 'Undo what it did, once the code has ended',
  registered: (names: string) => ` What it registered can be undone: ${names}.`,
  rollBackRun: 'Roll back this run?',
  rollBack: 'Roll back',
  runsRegistered: (names: string) =>
    `Runs what the code registered to undo its work: ${names}. The run can no longer be retried once one of them has run.`,
  wasAsked: 'The code was asked to end, and cleans up. Ending it now interrupts that.',
} as const
