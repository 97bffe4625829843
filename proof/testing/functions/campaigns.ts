import type { StepContext } from 'heddle/steps'

/** The first attempt comes to half of the mails and then takes for ever; the next one sends them all. */
export async function sendEmails(_state: unknown, context: StepContext) {
  context.progress(0.5, '5000 of 10000')
  if (context.attempt === 1) await new Promise(() => setInterval(() => undefined, 1_000))
  return { sent: 10_000, key: context.idempotencyKey }
}

export function trackResults(state: { readonly sent: number }) {
  return { opened: state.sent / 4 }
}
