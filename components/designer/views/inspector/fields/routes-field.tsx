'use client'

import { ArrowDown, ArrowUp, Plus, X } from 'lucide-react'
import { Button, IconButton } from '#components/ui/controls/button.tsx'
import { Field } from '#components/ui/controls/field.tsx'
import { Select } from '#components/ui/controls/select.tsx'
import { END, type Route } from '#core/definition/definition.ts'
import type { Problem } from '#core/definition/problem.ts'
import { isJsonObject, type Json } from '#core/json.ts'
import { freePosition } from '../../../commands/step-positions.ts'
import { useSession } from '../../../model/session-context.tsx'
import { viewsInspectorFieldsTexts } from '../../../texts/views-inspector-fields.ts'
import { routeCondition } from '../../expression/expression-help.ts'
import { ExpressionInput } from '../../expression/expression-input.tsx'
import { type FieldProps, fieldWithin, problemsOfWhole, worstOf } from '../field-props.ts'
import { FieldRepairs } from '../field-repairs.tsx'
import { useFieldStep } from '../field-step.tsx'
import { fieldWords, Words } from '../field-words.tsx'
import { useDraft } from '../use-draft.ts'
import { useSiblings } from '../use-siblings.ts'

/** The routes of a DECISION in the order they are tried; the default is the last. */
export function RoutesField(field: FieldProps) {
  const { spec, value } = field
  const session = useSession()
  const step = useFieldStep()
  const siblings = useSiblings()
  const routes = routesOf(value)
  const others = siblings.filter((name) => name !== step)
  const targets = others.filter((name) => !routes.some((route) => route.target === name))
  if (step === null) return null
  const conditions = routes.filter((route) => route.condition !== undefined).length
  return (
    <fieldset className="grid gap-2">
      <legend className="sr-only">{spec.label}</legend>
      {routes.length === 0 && <p className="text-muted">{viewsInspectorFieldsTexts.noRoutesYetDragFrom}</p>}
      {routes.map((route, index) => (
        <RouteRow
          // biome-ignore lint/suspicious/noArrayIndexKey: a route is its place in the order
          key={index}
          spec={spec}
          route={route}
          index={index}
          step={step}
          conditions={conditions}
          hasDefault={conditions < routes.length}
          targets={others}
          problems={fieldWithin(field, index).problems}
        />
      ))}
      <div className="flex items-center gap-2">
        <Select
          aria-label={viewsInspectorFieldsTexts.addRouteTo}
          value={undefined}
          placeholder={viewsInspectorFieldsTexts.addRouteToLabel}
          options={[...targets, END].map(targetOption)}
          onValueChange={(to) => session.perform({ type: 'connect', from: step, to, kind: 'route' })}
        />
        <Button
          className="h-7.5"
          icon={<Plus />}
          onClick={() => {
            const position = freePosition(session, step)
            const { left, top } = session.canvas?.toScreen(position) ?? { left: 400, top: 200 }
            session.view.startAdding({ at: { left, top }, position, connect: { from: step, kind: 'route' } })
          }}
        >
          {viewsInspectorFieldsTexts.newStep}
        </Button>
      </div>
      <Words {...fieldWords({ spec, problems: problemsOfWhole(field) })} />
    </fieldset>
  )
}

interface RouteRowProps {
  readonly spec: FieldProps['spec']
  readonly route: Route
  readonly index: number
  readonly step: string
  /** How many routes have a condition: the ones that can change places. */
  readonly conditions: number
  readonly hasDefault: boolean
  readonly targets: readonly string[]
  readonly problems: readonly Problem[]
}

function RouteRow({ spec, route, index, step, conditions, hasDefault, targets, problems }: RouteRowProps) {
  const session = useSession()
  const isDefault = route.condition === undefined
  const ofTarget = isDefault ? problems : problems.filter(({ path }) => path.at(-1) === 'target')
  const ofCondition = problems.filter((problem) => !ofTarget.includes(problem))
  const draft = useDraft(
    route.condition ?? '',
    (value) => (typeof value === 'string' ? value : ''),
    // Empty it stays a condition, and one that is wrong: without one it would be the default, which has no field.
    (condition) => ({ value: condition }),
    (value) => {
      const condition = typeof value === 'string' ? value : ''
      const done = session.apply({ type: 'set_route_condition', step, route: index, condition })
      return done.ok ? null : done.message
    },
  )
  return (
    <div data-field={`routes.${index}`} className="grid gap-1 border-b pb-2 last-of-type:border-b-0">
      <div className="flex items-center gap-1">
        <span className="text-label text-muted">
          {isDefault
            ? viewsInspectorFieldsTexts.otherwise
            : index === 0
              ? viewsInspectorFieldsTexts.if
              : viewsInspectorFieldsTexts.orIf}
        </span>
        <span className="flex-1" />
        <IconButton
          size="small"
          label={viewsInspectorFieldsTexts.moveThisRouteUp}
          disabled={isDefault || index === 0}
          onClick={() => session.perform({ type: 'move_route', step, route: index, to: index - 1 })}
        >
          <ArrowUp />
        </IconButton>
        <IconButton
          size="small"
          label={viewsInspectorFieldsTexts.moveThisRouteDown}
          disabled={isDefault || index >= conditions - 1}
          onClick={() => session.perform({ type: 'move_route', step, route: index, to: index + 1 })}
        >
          <ArrowDown />
        </IconButton>
        <IconButton
          size="small"
          label={viewsInspectorFieldsTexts.removeRouteTo(
            route.target === END ? viewsInspectorFieldsTexts.endWord : route.target,
          )}
          onClick={() => session.perform({ type: 'set_route_target', step, route: index, to: null })}
        >
          <X />
        </IconButton>
      </div>
      {!isDefault && (
        <div data-field={`routes.${index}.condition`}>
          <Field
            label={<span className="sr-only">{viewsInspectorFieldsTexts.condition}</span>}
            {...fieldWords({ spec, problems: ofCondition }, draft.error, '')}
          >
            {(control) => (
              <ExpressionInput
                control={control}
                label={viewsInspectorFieldsTexts.condition}
                kind={routeCondition}
                value={draft.text}
                placeholder={viewsInspectorFieldsTexts.stateAmount1000}
                onChange={draft.change}
                onBlur={draft.finish}
              />
            )}
          </Field>
          <Repairs problems={ofCondition} />
          {!hasDefault && route.condition?.trim() === '' && (
            <Button
              size="small"
              className="mt-1 justify-self-start"
              onClick={() => session.perform({ type: 'set_route_condition', step, route: index, condition: null })}
            >
              {viewsInspectorFieldsTexts.useAsOtherwise}
            </Button>
          )}
        </div>
      )}
      <div data-field={`routes.${index}.${isDefault ? 'default' : 'target'}`}>
        <Field
          label={<span className="sr-only">{viewsInspectorFieldsTexts.target}</span>}
          {...fieldWords({ spec, problems: ofTarget }, null, '')}
        >
          {(control) => (
            <div className="flex items-center gap-2">
              <span className="shrink-0 text-muted">{viewsInspectorFieldsTexts.goTo}</span>
              <Select
                {...control}
                aria-label={viewsInspectorFieldsTexts.targetOfRoute(index + 1)}
                value={route.target}
                options={[...new Set([...targets, route.target, END])].map(targetOption)}
                onValueChange={(to) => session.perform({ type: 'set_route_target', step, route: index, to })}
              />
            </div>
          )}
        </Field>
        <Repairs problems={ofTarget} />
      </div>
    </div>
  )
}

function Repairs({ problems }: { problems: readonly Problem[] }) {
  const shown = worstOf(problems)
  return shown && <FieldRepairs problem={shown} />
}

const targetOption = (name: string) => ({ value: name, label: name === END ? viewsInspectorFieldsTexts.end : name })

function routesOf(value: Json | undefined): readonly Route[] {
  if (!Array.isArray(value)) return []
  return value.flatMap((route: Json) =>
    isJsonObject(route) && typeof route.target === 'string'
      ? [{ target: route.target, ...(typeof route.condition === 'string' ? { condition: route.condition } : {}) }]
      : [],
  )
}
