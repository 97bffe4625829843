import { NonRetryableError, type StepContext } from 'heddle/steps'
import { reference } from '../shared/references.ts'

interface ChangeState {
  readonly devices?: readonly string[]
  readonly firmware?: string
  readonly backups?: readonly string[]
}

/** Lists what the change touches: the site and its devices. It reads and changes nothing. */
export function discover(_state: ChangeState, context: StepContext) {
  const { site, devices } = context.with as { readonly site: string; readonly devices: readonly string[] }
  return {
    resources: [`site:${site}`, ...devices.map((device) => `device:${device}`)],
    data: { inventory: devices.map((device) => ({ device, model: 'C9300' })) },
  }
}

/** Saves the configuration of each device. */
export function backUp({ devices = [] }: ChangeState, context: StepContext) {
  return { backups: devices.map((device) => reference(`backup ${device}`, context.idempotencyKey)) }
}

/**
 * Installs the firmware on each device. The fencing tokens go along: a device refuses a smaller token than it has seen.
 */
export function upgrade({ devices = [], firmware }: ChangeState, context: StepContext) {
  for (const device of devices) {
    context.log(`${device}: installing ${firmware} under the token ${context.fencing?.[`device:${device}`]}`)
  }
  return { upgraded: devices }
}

/** Installs the saved configuration again. `sw-dead` does not answer, so a person has to repair it. */
export function restore({ devices = [] }: ChangeState, context: StepContext) {
  if (devices.includes('sw-dead')) throw new NonRetryableError('sw-dead does not answer: restore it by hand.')
  context.log(`restored ${devices.join(', ')}`)
  return { restored: devices }
}

/** Asks each device for its version. */
export function verify({ devices = [], firmware }: ChangeState) {
  const lost = devices.find((device) => device === 'sw-broken' || device === 'sw-dead')
  if (lost !== undefined) throw new NonRetryableError(`${lost} has not come back with ${firmware}.`)
  return { verified: true }
}
