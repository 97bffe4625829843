import type { AlertEvent } from './alert-models.ts'

const runs = (count: number) => (count === 1 ? 'a run' : `${count} runs`)

/** Texts of messages about runs. A function gives a sentence around its values. */
export const alertTexts = {
  states: { failed: 'Failed', late: 'Late', stuck: 'Stuck', recovered: 'Recovered' } satisfies Record<
    AlertEvent,
    string
  >,
  /** What happened to so many runs of a workflow. */
  counts: {
    failed: (count: number) => `${runs(count)} failed`,
    late: (count: number) => `${runs(count)} ${count === 1 ? 'is' : 'are'} late`,
    stuck: (count: number) => `${runs(count)} ${count === 1 ? 'is' : 'are'} stuck`,
    recovered: (count: number) => `${runs(count)} recovered`,
  } satisfies Record<AlertEvent, (count: number) => string>,
  subject: (workflow: string, what: string) => `${workflow}: ${what}`,
  lead: (workflow: string, what: string) => `${workflow}: ${what}.`,
  test: (workflow: string) => `This is a test: alerts about ${workflow} reach you.`,
  testSubject: (workflow: string) => `Alerts about ${workflow} reach you`,
  step: (step: string) => `Step: ${step}`,
  code: (code: string) => `Error: ${code}`,
  noEnd: 'It has not ended in the time that the rule gives.',
  noProgress: 'Nothing has happened in it for the time that the rule gives.',
  goesOn: {
    failed: 'It failed before, and has completed.',
    late: 'It was late, and has ended.',
    stuck: 'It was stuck, and goes on.',
  },
  open: 'Open the run',
  more: (count: number) => (count === 1 ? 'One more run' : `${count} more runs`),
  footer: 'Heddle sends this because a rule names you. Answers to this mail are not read.',
  change: 'Change the rules',
} as const
