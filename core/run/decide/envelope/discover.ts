import { isSlotName, keyText, slotName } from '#core/definition/concurrency.ts'
import { type Envelope, type EnvelopeLocks, isResourceName } from '#core/definition/envelope.ts'
import { discoveryName } from '#core/definition/names.ts'
import { renderTemplate } from '#core/expression/template/template.ts'
import { isJsonObject, type Json, type JsonObject } from '#core/json.ts'
import { limits } from '#core/limits.ts'
import type { CommandOf, Refusal } from '../../command.ts'
import type { RunError } from '../../words.ts'
import type { Decision } from '../decision.ts'
import { boundedError } from '../failure/failure.ts'
import { stale } from '../refuse.ts'
import { changePhase } from './change-phase.ts'
import { endBeforeRunning } from './end-before-running.ts'
import { envelopeScope, namesOf, tryValue } from './scope.ts'
import { setDeadline } from './set-deadline.ts'

/** Starts the discovery. Arguments of a function are rendered once, for all attempts. */
export function startDiscovery(decision: Decision, { discover }: Envelope): void {
  const { nextState, executable, runFacts } = decision
  if (discover?.with === undefined) {
    changePhase(decision, { to: 'RESOURCE_DISCOVERY', event: 'Discover' })
  } else {
    const rendered = renderTemplate(discover.with, envelopeScope(nextState, runFacts), executable.expression)
    const args = rendered.ok ? { with: rendered.value } : {}
    changePhase(decision, { to: 'RESOURCE_DISCOVERY', event: 'Discover', ...args })
    if (!rendered.ok) {
      failDiscovery(decision, 'DISCOVERY_FAILED', rendered.message)
      return
    }
  }
  if (discover?.function === undefined) return
  setDeadline(decision, 'discovery_timeout', discover.timeout_seconds ?? limits.envelope.discoverySeconds)
}

/** Discovers by expressions; without `discover`, the run needs no resources. A function is awaited. */
export function discover(decision: Decision, envelope: Envelope): void {
  const { resources, function: named } = envelope.discover ?? {}
  if (resources === undefined && named !== undefined) return
  const found = evaluateNames(decision, resources ?? [])
  if (found.ok) noteResources(decision, envelope, found.names)
  else failDiscovery(decision, 'DISCOVERY_FAILED', found.message)
}

/** The function that discovers the resources has ended. */
export function discoveryEnded(decision: Decision, { outcome }: CommandOf<'attempt_ended'>): Refusal | null {
  const { envelope } = decision.executable.definition
  if (decision.nextState.phase !== 'RESOURCE_DISCOVERY' || envelope === undefined) {
    return stale('The run does not wait for its discovery.')
  }
  if (outcome.kind === 'failed') {
    const { code, message } = boundedError(outcome.error, discoveryName)
    failDiscovery(decision, 'DISCOVERY_FAILED', `${code}: ${message}`)
    return null
  }
  if (outcome.kind === 'directive') {
    failDiscovery(decision, 'DISCOVERY_FAILED', 'A discovery cannot pause, jump or start a sub-workflow.')
    return null
  }
  const answer: JsonObject = isJsonObject(outcome.output) ? outcome.output : {}
  const names = namesOf(answer.resources ?? null)
  if (names === null) {
    failDiscovery(decision, 'DISCOVERY_FAILED', 'The function must return { resources: [...] }, a list of names.')
    return null
  }
  noteResources(decision, envelope, names, answer.data)
  return null
}

type Names = { readonly ok: true; readonly names: readonly string[] } | { readonly ok: false; readonly message: string }

function evaluateNames({ executable, nextState, runFacts }: Decision, sources: readonly string[]): Names {
  const names: string[] = []
  const scope = envelopeScope(nextState, runFacts)
  for (const source of sources) {
    const result = tryValue(executable, source, scope, limits.run.listBytes)
    const found = result.ok ? namesOf(result.value) : null
    if (!result.ok) return { ok: false, message: `${result.error} (in \`${source}\`)` }
    if (found === null) return { ok: false, message: `\`${source}\` must return a text or a list of texts.` }
    names.push(...found)
  }
  return { ok: true, names }
}

function problemOf(names: readonly string[]): string | null {
  const { resources, resourceCharacters } = limits.envelope
  if (names.length > resources) return `A run can lock up to ${resources} resources; it asks for ${names.length}.`
  const slot = names.find(isSlotName)
  if (slot !== undefined)
    return `${slot.slice(0, 80)}: the kind concurrency belongs to the limits of workflows. Choose another kind.`
  const wrong = names.find((name) => !isResourceName(name))
  if (wrong === undefined) return null
  return `${wrong.slice(0, 80)} is no name of a resource. Write kind:name, such as device:7, with up to ${resourceCharacters} characters.`
}

function noteResources(decision: Decision, envelope: Envelope, found: readonly string[], data?: Json): void {
  const own = [...new Set(found)].sort()
  const shared = sharedOf(decision, envelope.locks, own)
  const slot = slotsOf(decision)
  if (!shared.ok || !slot.ok) {
    failDiscovery(decision, 'DISCOVERY_FAILED', !shared.ok ? shared.message : (slot as { message: string }).message)
    return
  }
  const problem = problemOf(own)
  const resources = [...own, ...slot.names].sort()
  if (problem !== null) {
    failDiscovery(decision, 'RESOURCES_INVALID', problem)
    return
  }
  const sharedNames = [...shared.names, ...slot.names].sort()
  changePhase(decision, {
    to: 'RESOURCES_DISCOVERED',
    event: 'Discovered',
    result: 'resources',
    resources,
    ...(sharedNames.length > 0 && { shared: sharedNames }),
    ...(data !== undefined && { data }),
  })
}

/** The resources that are locked shared. */
function sharedOf(decision: Decision, locks: EnvelopeLocks | undefined, resources: readonly string[]): Names {
  if (locks?.mode === 'shared') return { ok: true, names: resources }
  const found = evaluateNames(decision, locks?.shared ?? [])
  return found.ok ? { ok: true, names: resources.filter((name) => found.names.includes(name)) } : found
}

/** The slot of the workflow's concurrency: none without a limit. */
function slotsOf({ executable, nextState, runFacts }: Decision): Names {
  const { concurrency, workflow_type } = executable.definition
  if (concurrency === undefined) return { ok: true, names: [] }
  if (concurrency.key === undefined) return { ok: true, names: [slotName(workflow_type)] }
  const result = tryValue(executable, concurrency.key, envelopeScope(nextState, runFacts))
  if (!result.ok) return { ok: false, message: `${result.error} (in the concurrency key \`${concurrency.key}\`)` }
  const key = keyText(result.value)
  const name = key === null ? null : slotName(workflow_type, key)
  if (name !== null && isResourceName(name)) return { ok: true, names: [name] }
  const most = limits.envelope.concurrencyKeyCharacters
  const message = `The concurrency key \`${concurrency.key}\` must give a number or a text of 1 to ${most} characters in one line.`
  return { ok: false, message }
}

function failDiscovery(decision: Decision, code: RunError['code'], message: string): void {
  endBeforeRunning(decision, { event: 'Discovered', result: 'error' }, { code, message })
}
