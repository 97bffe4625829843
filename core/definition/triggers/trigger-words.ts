import { type RunOutcome, runTriggerDefaults, type Trigger } from '../trigger.ts'
import { scheduleWords } from './schedule-preset.ts'

const outcomes: Readonly<Record<RunOutcome, string>> = { completed: 'completes', failed: 'fails', any: 'ends' }

/** A trigger in words, such as `When a run of Orders fails`. */
export function triggerWords(trigger: Trigger): string {
  switch (trigger.type) {
    case 'schedule':
      return scheduleWords(trigger)
    case 'webhook':
      return 'When its address is called'
    case 'form':
      return trigger.access === 'public' ? 'When anyone sends its form' : 'When a member sends its form'
    case 'run':
      return `When a run of ${trigger.workflow || 'another workflow'} ${outcomes[trigger.outcome ?? runTriggerDefaults.outcome]}`
    case 'signal':
      return trigger.signal === '' ? 'When a signal arrives' : `When the signal ${trigger.signal} arrives`
  }
}
