import type { Permission } from '#server/access/permissions.ts'
import type { Verb } from './verb.ts'

/** The permission that a verb needs, before the run and its tasks are asked. */
const permissionByType: Readonly<Record<Verb['type'], Permission>> = {
  cancel: 'run.act',
  retry: 'run.act',
  resume: 'run.act',
  pause: 'run.act',
  next_step: 'run.act',
  signal: 'run.act',
  update: 'run.act',
  rollback: 'run.act',
  acknowledge: 'run.act',
  skip: 'run.override',
  mark_done: 'run.override',
  jump: 'run.override',
}

/** A `resume` with an input decides a human task; without one it lifts a hold. */
export function permissionOf(verb: Verb): Permission {
  return verb.type === 'resume' && verb.input !== undefined ? 'task.decide' : permissionByType[verb.type]
}
