'use client'

import { ChevronLeft } from 'lucide-react'
import { useMemo } from 'react'
import { problemTones } from '#components/canvas/node-card.tsx'
import { kindClasses, StepIcon } from '#components/canvas/step-icon.tsx'
import { classNames } from '#components/ui/class-names.ts'
import { Chip } from '#components/ui/controls/chip.tsx'
import { Tabs } from '#components/ui/controls/tabs.tsx'
import { catalogue, type KeySpec, keysOfType } from '#core/definition/catalogue.ts'
import type { Step } from '#core/definition/definition.ts'
import type { Problem } from '#core/definition/problem.ts'
import { stepTitle } from '#core/definition/title.ts'
import type { Graph } from '#core/graph/graph.ts'
import type { Json } from '#core/json.ts'
import { findStep } from '../../algorithms/steps/find-step.ts'
import { typeLabel } from '../../model/drawing/labels.ts'
import { problemsAt, worstSeverity } from '../../model/problems/problem-store.ts'
import { useDocument, useFieldsView, useProblems, useSession } from '../../model/session-context.tsx'
import type { InspectorSection } from '../../model/view-store.ts'
import { viewsInspectorTexts } from '../../texts/views-inspector.ts'
import { StepTry } from '../trial/step-try.tsx'
import type { FieldProps, Path } from './field-props.ts'
import { FieldStepProvider } from './field-step.tsx'
import { KeyFields } from './key-field.tsx'
import { IdField, TitleField } from './title-field.tsx'
import { relevantKeys } from './values/relevant-keys.ts'

const sections: readonly InspectorSection[] = ['main', 'flow', 'retry', 'data']
const none: readonly Problem[] = []

/** Keys with a field in the header. The title of a HUMAN step also has a field of its kind, a template. */
const inHeader = (step: Step): ReadonlySet<string> => new Set(step.type === 'HUMAN' ? ['name'] : ['name', 'title'])
/** Without effect on a run: shown only where the text has them. */
const withoutEffect: ReadonlySet<string> = new Set(['input_model', 'required_input', 'not_imported'])

export function StepInspector({ step: name }: { step: string }) {
  const session = useSession()
  const definition = useDocument((document) => document.definition)
  const found = useMemo(() => findStep(definition, name), [definition, name])
  const problems = useProblems((state) => state.byStep.get(name)) ?? none
  const section = useFieldsView((view) => view.inspectorSection)
  if (found === null) return null
  const { step, path, within } = found
  const keyOf = (problem: Problem) => problem.path[path.length]
  const fields = step as unknown as Readonly<Record<string, Json | undefined>>
  const tabs = sections.flatMap((value) => {
    const isWrong = (key: string) => problems.some((problem) => keyOf(problem) === key)
    const keys = relevantKeys(step.type, keysOf(step, value), fields, isWrong)
    if (keys.length === 0) return []
    const wrong = problems.filter((problem) => keys.some(({ key }) => keyOf(problem) === key))
    return [
      {
        value,
        label: <TabLabel label={sectionLabel(value, step)} problems={wrong} />,
        content: <Fields step={step} at={path} keys={keys} problems={problems} />,
      },
    ]
  })
  const around = within.at(-1)
  const all = [...tabs, { value: 'try', label: viewsInspectorTexts.test, content: <StepTry step={name} /> }]
  const shown = all.some((tab) => tab.value === section) ? section : 'main'
  return (
    <>
      {around !== undefined && (
        <button
          type="button"
          onClick={() => session.selection.selectStep(around.name)}
          className="flex items-center gap-1 px-3 pt-2.5 text-left text-small text-muted hover:text-ink"
        >
          <ChevronLeft aria-hidden="true" className="size-3.5" />
          {viewsInspectorTexts.in(stepTitle(around))}
        </button>
      )}
      <header className="flex items-center gap-2.5 px-3.5 pt-3.5 pb-2">
        <span
          className={classNames(
            'grid size-8.5 shrink-0 place-items-center rounded-m bg-(--kind-soft) text-(--kind) [&_svg]:size-4.25',
            kindClasses[step.type],
          )}
        >
          <StepIcon type={step.type} />
        </span>
        <div className="grid min-w-0 flex-1 grid-cols-1">
          <TitleField step={step} />
          <div className="flex items-baseline gap-1.5 text-small text-muted">
            <IdField step={name} />
            <p className="min-w-0 flex-1 truncate">{describeType(step)}</p>
          </div>
        </div>
      </header>
      <Tabs
        label={viewsInspectorTexts.fieldsOf(stepTitle(step))}
        className="flex-1"
        value={shown}
        onValueChange={(next) => session.view.showSection(next as InspectorSection)}
        tabs={all}
      />
    </>
  )
}

function TabLabel({ label, problems }: { label: string; problems: readonly Problem[] }) {
  if (problems.length === 0) return label
  return (
    <>
      {label}
      <Chip tone={problemTones[worstSeverity(problems)]} className="h-4 px-1.25 text-small">
        {problems.length}
      </Chip>
    </>
  )
}

interface FieldsProps {
  readonly step: Step
  /** From the document's root to the step. */
  readonly at: Path
  readonly keys: readonly KeySpec[]
  readonly problems: readonly Problem[]
}

function Fields({ step, at, keys, problems }: FieldsProps) {
  const session = useSession()
  const graph = useDocument((document) => document.graph)
  const fieldOf = (spec: KeySpec): FieldProps => {
    const set: FieldProps['set'] = (value, path = []) => {
      const done = session.apply({
        type: 'set_field',
        step: step.name,
        path: [spec.key, ...path],
        ...(value === undefined ? {} : { value }),
      })
      return done.ok ? null : done.message
    }
    return {
      spec,
      path: [spec.key],
      at: [...at, spec.key],
      value: (step as unknown as Readonly<Record<string, Json | undefined>>)[spec.key],
      problems: problemsAt(problems, [...at, spec.key]),
      placeholder: spec.key === 'next' ? followerOf(graph, step) : undefined,
      set,
      change(changes) {
        const done = session.apply(
          changes.map(({ path, value }) => ({
            type: 'set_field' as const,
            step: step.name,
            path: [spec.key, ...path],
            ...(value === undefined ? {} : { value }),
          })),
        )
        return done.ok ? null : done.message
      },
    }
  }
  return (
    <FieldStepProvider value={step.name}>
      <KeyFields keys={keys} fieldOf={fieldOf} />
    </FieldStepProvider>
  )
}

/** The step that an empty `next` leads to, by the order of the text. */
function followerOf(graph: Graph, step: Step): string | undefined {
  const follower = graph.edges.find((edge) => edge.source === step.name && edge.kind === 'normal')
  return follower && viewsInspectorTexts.nextInList(follower.target)
}

function keysOf(step: Step, section: InspectorSection): readonly KeySpec[] {
  return keysOfType(step.type).filter(
    ({ key, section: at }) => at === section && !inHeader(step).has(key) && (!withoutEffect.has(key) || key in step),
  )
}

function sectionLabel(section: InspectorSection, step: Step): string {
  if (section === 'flow') return 'Flow'
  if (section === 'retry') return 'Retry'
  if (section === 'data') return 'Data'
  if (step.type === 'DECISION') return 'Routes'
  return step.type === 'HUMAN' ? 'Task' : 'Step'
}

function describeType(step: Step): string {
  if (step.type === 'UNKNOWN') return viewsInspectorTexts.unknownHere(typeLabel(step))
  const { label, description } = catalogue[step.type]
  return `${label} · ${description.charAt(0).toLowerCase()}${description.slice(1)}`
}
