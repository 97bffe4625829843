import type { RefusedRequest } from '../request/record-refusal.ts'

/** Procedures whose action is not their own name in the singular. */
const actions: Readonly<Record<string, string>> = {
  'workflows.saveDraft': 'workflow.edit',
  'workflows.keepSample': 'workflow.sample',
  'workflows.createFunction': 'function.create',
  'runs.approve': 'task.decide',
  'inbox.decideMany': 'task.decide',
  'inbox.setFollowUp': 'task.follow_up',
  'directory.savePerson': 'person.save',
  'members.erase': 'person.erase',
  'directory.removePerson': 'person.remove',
  'directory.saveGroup': 'group.save',
  'directory.removeGroup': 'group.remove',
}

const singulars: Readonly<Record<string, string>> = {
  inbox: 'task',
  directory: 'directory',
  identities: 'identity',
  loginProvider: 'provider',
}

/** Fields of an input that name its target, the most exact first. */
const targets = ['taskId', 'runId', 'id', 'newName', 'name', 'workflow', 'personId', 'ownerId', 'claim'] as const

/** The action of a procedure: `runs.skip` is `run.skip`, as the row of its success says. */
export function actionOf(path: string): string {
  const known = actions[path]
  if (known !== undefined) return known
  const [area = '', ...verb] = path.split('.')
  const singular = singulars[area] ?? area.replace(/s$/, '')
  return `${singular}.${verb.join('.').replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)}`
}

/** A call of a procedure as the audit names it. The target is what the caller sent, which was not checked yet. */
export function auditedRequest(path: string, input: unknown): RefusedRequest {
  const given: Readonly<Record<string, unknown>> = typeof input === 'object' && input !== null ? { ...input } : {}
  const target = targets.map((field) => given[field]).find((value) => typeof value === 'string')
  return { action: actionOf(path), target: typeof target === 'string' ? target : '' }
}
