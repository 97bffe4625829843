'use client'

import { type ComponentType, Fragment, useEffect, useRef, useState } from 'react'
import { classNames } from '#components/ui/class-names.ts'
import type { KeySpec } from '#core/definition/catalogue.ts'
import type { Problem } from '#core/definition/problem.ts'
import { useSession } from '../../model/session-context.tsx'
import { type FieldProps, problemsOfWhole, worstOf } from './field-props.ts'
import { FieldRepairs } from './field-repairs.tsx'
import { useFieldStep } from './field-step.tsx'
import { AssignmentsField } from './fields/assignments-field.tsx'
import { BranchField } from './fields/branch-field.tsx'
import { BooleanField, ChoiceField, StepField } from './fields/choice-fields.tsx'
import { CodeField } from './fields/code-field.tsx'
import { ConnectionField } from './fields/connection-field.tsx'
import { ExpressionField } from './fields/expression-field.tsx'
import { ExpressionsField } from './fields/expressions-field.tsx'
import { GroupField } from './fields/group-field.tsx'
import { GroupsField } from './fields/groups-field.tsx'
import { HttpField } from './fields/http-field.tsx'
import { InjectionField } from './fields/injection-field.tsx'
import { JsonField } from './fields/json-field.tsx'
import { NamesField, OneOfDirectoryField, StepsField } from './fields/names-fields.tsx'
import { NumberListField } from './fields/number-list-field.tsx'
import { RecoveryField } from './fields/recovery-field.tsx'
import { FunctionField, WorkflowField } from './fields/reference-fields.tsx'
import { RetryField } from './fields/retry-field.tsx'
import { RoutesField } from './fields/routes-field.tsx'
import { StepListField } from './fields/step-list-field.tsx'
import { TasksField } from './fields/tasks-field.tsx'
import { DurationField, IntegerField, LongTextField, NumberField, TextField } from './fields/text-fields.tsx'
import { TriggersField } from './fields/triggers-field.tsx'
import type { KeyFieldsProps } from './key-fields-props.ts'
import { MoreFields } from './more-fields.tsx'
import { NestedFieldsProvider } from './nested-fields.tsx'
import { SchemaField } from './schema/schema-field.tsx'
import { useFocusWithin } from './use-focus-within.ts'
import { groupsOf } from './values/field-groups.ts'
import { keepKey, noneVisited, splitAdvanced, type VisitedFields } from './values/relevant-keys.ts'

type Kind = KeySpec['kind']

const fields: Record<Kind, ComponentType<FieldProps>> = {
  text: TextField,
  long_text: LongTextField,
  expression: ExpressionField,
  template: ExpressionField,
  number: NumberField,
  integer: IntegerField,
  duration: DurationField,
  boolean: BooleanField,
  choice: ChoiceField,
  step: StepField,
  steps: StepsField,
  function: FunctionField,
  workflow: WorkflowField,
  connection: ConnectionField,
  names: NamesField,
  json: JsonField,
  json_schema: SchemaField,
  routes: RoutesField,
  assignments: AssignmentsField,
  retry: RetryField,
  recovery: RecoveryField,
  tasks: TasksField,
  branch: BranchField,
  code: CodeField,
  loop_body: StepListField,
  injection: InjectionField,
  http: HttpField,
  triggers: TriggersField,
  group: GroupField,
  groups: GroupsField,
  expressions: ExpressionsField,
}

/** Kinds whose fields are short enough to stand two in a row. */
const narrow: ReadonlySet<Kind> = new Set(['number', 'integer', 'duration', 'choice'])
/** The characters of a label that fit into half of the inspector: a second line would move its field down beside the other. */
const PAIRED_LABEL = 24
const isNarrow = ({ kind, key, label }: KeySpec) =>
  (narrow.has(kind) && label.length <= PAIRED_LABEL) || key === 'workflow_version'

/** The field for one key of the catalogue. */
function KeyField(props: FieldProps) {
  const { kind, directory, numbers } = props.spec
  const own = kind === 'template' && directory ? OneOfDirectoryField : numbers && NumberListField
  const Field = own || fields[kind]
  return <Field {...props} />
}

/** Fields under each other, two short ones side by side; what is seldom needed is folded away below. */
export function KeyFields({ keys, fieldOf, className }: KeyFieldsProps) {
  const { shown, held, entered, handlers } = useVisitedFields(keys)
  const values = Object.fromEntries(shown.map((spec) => [spec.key, fieldOf(spec).value]))
  const isWrong = (key: string) => shown.some((spec) => spec.key === key && fieldOf(spec).problems.length > 0)
  const { plain, folded } = splitAdvanced(shown, values, isWrong, held)
  return (
    <NestedFieldsProvider value={KeyFields}>
      <div className={classNames('grid grid-cols-2 content-start gap-x-2.5 gap-y-3.5 p-3.5', className)} {...handlers}>
        {groupsOf(plain).map(({ heading, keys: members }, index) => (
          <Fragment key={heading ?? ''}>
            {heading !== undefined && <Heading text={heading} isFirst={index === 0} />}
            <FieldGrid keys={members} fieldOf={fieldOf} entered={(key) => entered(key, false)} />
          </Fragment>
        ))}
        {folded.length > 0 && (
          <MoreFields labels={folded.map(({ label }) => label)} paths={folded.map((spec) => fieldOf(spec).path)}>
            <FieldGrid keys={folded} fieldOf={fieldOf} entered={(key) => entered(key, true)} />
          </MoreFields>
        )}
      </div>
    </NestedFieldsProvider>
  )
}

function Heading({ text, isFirst }: { text: string; isFirst: boolean }) {
  return (
    <h3 className={classNames('col-span-2 text-title', !isFirst && '-mx-3.5 mt-1 border-t px-3.5 pt-3.5')}>{text}</h3>
  )
}

interface FieldGridProps extends KeyFieldsProps {
  entered(key: string): void
}

/** Each field is found again by `data-field` when something wants it focused. */
function FieldGrid({ keys, fieldOf, entered }: FieldGridProps) {
  const session = useSession()
  const step = useFieldStep()
  const left = (event: React.FocusEvent, key: string) => {
    if (!event.currentTarget.contains(event.relatedTarget)) session.view.showHelp(null)
    if (step !== null && !event.currentTarget.contains(event.relatedTarget)) session.problems.leave(step, key)
  }
  // A field that goes away with the focus, as when another part of the graph is selected, gives no event for it.
  useEffect(() => () => session.view.showHelp(null), [session])
  const paired = pairs(keys)
  return keys.map((spec) => {
    const field = fieldOf(spec)
    const problem = shownProblem(field)
    return (
      // biome-ignore lint/a11y/noStaticElementInteractions: it only hears that the field in it is entered or left
      <div
        key={spec.key}
        data-field={field.path.join('.')}
        data-help=""
        onFocus={(event) => {
          entered(spec.key)
          // A field within a field has its own help.
          if (innermost(event) === event.currentTarget) session.view.showHelp(spec.help)
        }}
        onBlur={(event) => left(event, spec.key)}
        className={paired.has(spec) ? 'min-w-0' : 'col-span-2 min-w-0'}
      >
        <KeyField {...field} />
        {problem && <FieldRepairs problem={problem} />}
      </div>
    )
  })
}

const innermost = ({ target }: React.FocusEvent) => target.closest('[data-help]')

/** Kinds whose parts have fields or rows, and with that problems, of their own. */
const composed: ReadonlySet<Kind> = new Set([
  'http',
  'group',
  'groups',
  'expressions',
  'tasks',
  'branch',
  'loop_body',
  'injection',
  'retry',
  'recovery',
  'routes',
  'assignments',
  'json',
  'triggers',
])

/** The problem that the field shows. */
function shownProblem(field: FieldProps): Problem | undefined {
  return worstOf(composed.has(field.spec.kind) ? problemsOfWhole(field) : field.problems)
}

/** The short fields that have a short neighbour to stand beside. */
function pairs(keys: readonly KeySpec[]): ReadonlySet<KeySpec> {
  const paired = new Set<KeySpec>()
  for (const [index, spec] of keys.entries()) {
    const next = keys[index + 1]
    if (next === undefined || paired.has(spec) || !isNarrow(spec) || !isNarrow(next)) continue
    paired.add(spec).add(next)
  }
  return paired
}

/**
 * The fields that had the focus since the focus entered this form. They keep their position until the focus leaves: a
 * field that moved would lose the focus, and the next letters would be shortcuts.
 */
function useVisitedFields(keys: readonly KeySpec[]) {
  const { within, handlers } = useFocusWithin()
  const [visited, setVisited] = useState(noneVisited)
  const before = useRef(keys)
  const held = within ? visited : noneVisited
  const shown = keepKey(keys, before.current, held.current)
  before.current = shown
  const entered = (key: string, isFolded: boolean) =>
    setVisited((): VisitedFields => {
      const folded = held.folded.get(key) ?? isFolded
      if (held.current === key && held.folded.has(key)) return held
      return { current: key, folded: new Map([...held.folded, [key, folded]]) }
    })
  return { shown, held, entered, handlers }
}
