import { setTimeout as pause } from 'node:timers/promises'
import type { StepContext } from 'heddle/steps'
import { numberFrom } from '../shared/references.ts'

interface CampaignState {
  readonly subject?: string
  readonly recipients?: number
  readonly sent?: number
}

const BATCH = 1_000
const PAUSE_MS = 40

/**
 * Sends in batches, and says how far it is. It is run by a worker; the signal
 * ends it when the run is cancelled or the worker has to stop.
 */
export async function sendEmails({ recipients = 10_000 }: CampaignState, context: StepContext) {
  let sent = 0
  while (sent < recipients) {
    context.signal.throwIfAborted()
    sent = Math.min(sent + BATCH, recipients)
    await pause(PAUSE_MS, undefined, { signal: context.signal })
    context.progress(sent / recipients, `${sent} of ${recipients}`)
  }
  return { sent }
}

/** How many have opened it: subjects differ. */
export function trackResults({ subject = '', sent = 0 }: CampaignState) {
  const openRate = (15 + numberFrom(subject, 30)) / 100
  return { opened: Math.round(sent * openRate), open_rate: openRate }
}
