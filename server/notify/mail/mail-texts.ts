import type { TaskKind } from '../kinds.ts'

/** Texts of mails. A function gives a sentence around its values. */
export const mailTexts = {
  hello: (name: string) => `Hello ${name},`,
  one: 'A task waits for you.',
  several: (count: number) => `${count} tasks wait for you.`,
  more: (count: number) => (count === 1 ? 'One more task in your inbox' : `${count} more tasks in your inbox`),
  test: 'This is a test: mails from Heddle reach you.',
  testSubject: 'Mails from Heddle reach you',
  open: 'Open the task',
  workflow: (name: string) => `Workflow: ${name}`,
  due: (instant: string) => `Due ${instant}`,
  footer: 'Heddle sends you mails about tasks that wait for you. Answers to this mail are not read.',
  change: 'Change what you get',
  invited: (by: string, owner: string) => `${by} invites you to ${owner} on Heddle.`,
  join: (owner: string) => `Join ${owner}`,
  inviteEnds: (instant: string) => `The link is good once, until ${instant}.`,
  acceptInvite: 'Accept the invitation',
  inviteSubject: (owner: string) => `You are invited to ${owner}`,
  inviteFooter: 'Do not pass the link on. If you expect no invitation, ignore this mail. Answers to it are not read.',
  reason: {
    opened: 'You are asked to decide.',
    opened_group: 'Your group is asked to decide.',
    handed_over: 'Somebody handed it to you.',
    reminded: 'It will be due soon.',
    escalated: 'It is late and was escalated to you.',
  } satisfies Record<TaskKind, string>,
  subject: {
    opened: (title: string) => `To decide: ${title}`,
    opened_group: (title: string) => `For your group: ${title}`,
    handed_over: (title: string) => `Handed to you: ${title}`,
    reminded: (title: string) => `Reminder: ${title}`,
    escalated: (title: string) => `Escalated to you: ${title}`,
  } satisfies Record<TaskKind, (title: string) => string>,
} as const
