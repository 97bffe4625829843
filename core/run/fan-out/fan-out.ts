import type { Definition } from '#core/definition/definition.ts'
import { type Json, objectOf } from '#core/json.ts'

/**
 * The name of the generated definitions of fan-outs. It is reserved: a workflow's name begins with a letter. No
 * workflow has it, so no list shows these definitions.
 */
export const FAN_OUT = '_fabric/fan_out'

/**
 * The kind of the generated definitions. An engine of an earlier version, which would run each variant by the latest
 * version and without the options of the request, does not know it, and leaves the run to the others.
 */
const KIND = 'fan_out'

/** One variant of a fan-out: a workflow with its pinned version, and the kind of its output if the request names one. */
export interface FanOutEntry {
  readonly workflow: string
  readonly version: number
  readonly kind?: string
}

/**
 * A fan-out, in the header of its run: several runs of one workflow (`variants`), or one run of each of several
 * workflows (`bundle`). The run itself executes a generated definition, with one SUB_WORKFLOW step for each variant.
 */
export interface FanOut {
  readonly kind: 'variants' | 'bundle'
  /** The workflow under whose name and version lists show the run. */
  readonly workflow: string
  readonly version: number
  readonly entries: readonly FanOutEntry[]
  /** Options that the request names, for every variant. */
  readonly options?: { readonly saga?: boolean; readonly fail_fast?: boolean }
}

/** The run that this one regenerates, and the variant of it. */
export interface Regenerates {
  readonly run_id: string
  readonly variant?: number
}

/** The parts of a run's header that say what it fans out. */
interface Header {
  readonly workflow: string
  readonly version: number
  readonly input: Json
  readonly fan_out?: FanOut
}

const prefix = 'variant_'

/** The name of the step that runs a variant, by which people count from 1. */
export const variantStep = (index: number): string => `${prefix}${index + 1}`

/** The variant that a step of a generated definition runs, from 0. */
export function variantIndexOf(step: string): number | undefined {
  return /^variant_([1-9]|10)$/.test(step) ? Number(step.slice(prefix.length)) - 1 : undefined
}

/**
 * The generated definition: independent steps, one for each variant. With `fail_fast` the first failure ends the run
 * and cancels the other variants; without it all variants settle before the run ends.
 */
export function fanOutDefinition({
  kind,
  entries,
}: Pick<FanOut, 'kind' | 'entries'>): Definition & { readonly kind: typeof KIND } {
  return {
    kind: KIND,
    workflow_type: FAN_OUT,
    saga_enabled: false,
    fail_fast: true,
    timeout_includes_waits: false,
    steps: entries.map(({ workflow }, index) => ({
      name: variantStep(index),
      title: kind === 'variants' ? `Variant ${index + 1}` : `${index + 1}. ${workflow}`,
      type: 'SUB_WORKFLOW' as const,
      sub_workflow_type: workflow,
      // Also readable without the header of the run, by engines that do not look for fan-outs in it.
      ...(kind === 'bundle' && { input: `{{ input.bundle[${index}].input }}` }),
      dependencies: [],
    })),
  }
}

/** The variant that a step of this run runs; undefined in a run that is no fan-out. */
export function entryOf({ fan_out }: Pick<Header, 'fan_out'>, step: string): FanOutEntry | undefined {
  const index = fan_out === undefined ? undefined : variantIndexOf(step)
  return index === undefined ? undefined : fan_out?.entries[index]
}

/** The input of a variant, as its step names it: the run's own, or that of the entry of a bundle. */
export function inputOfVariant({ fan_out, input }: Pick<Header, 'fan_out' | 'input'>, step: string): Json {
  const index = fan_out?.kind === 'bundle' ? variantIndexOf(step) : undefined
  if (index === undefined) return input
  const { bundle } = objectOf(input)
  return objectOf(Array.isArray(bundle) ? bundle[index] : undefined).input ?? {}
}

/** The kind of an output: that of its entry, else the first part of the workflow's name. */
export function kindOf({ workflow, kind }: Pick<FanOutEntry, 'workflow' | 'kind'>): string {
  return kind ?? (workflow.split('/')[0] as string)
}

/** The name and version of the workflow of which lists show the run. */
export function shownWorkflow(header: Pick<Header, 'fan_out' | 'workflow' | 'version'>): {
  readonly workflow: string
  readonly version: number
} {
  return header.fan_out ?? header
}
