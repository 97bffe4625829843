'use client'

import { Plus } from 'lucide-react'
import { triggerIcons } from '#components/canvas/terminals/trigger-icons.ts'
import { Button } from '#components/ui/controls/button.tsx'
import { WithCode } from '#components/ui/text/with-code.tsx'
import { triggerCatalogue } from '#core/definition/catalogue/trigger-keys.ts'
import type { KeySpec } from '#core/definition/catalogue.ts'
import { type Trigger, type TriggerType, triggerTypes } from '#core/definition/trigger.ts'
import { triggerWords } from '#core/definition/triggers/trigger-words.ts'
import { isJsonList, isJsonObject, type Json, type JsonObject, objectOf } from '#core/json.ts'
import { limits } from '#core/limits.ts'
import { triggerTexts } from '../../../texts/triggers.ts'
import { type FieldProps, fieldWithin, problemsOfWhole } from '../field-props.ts'
import { fieldWords, Words } from '../field-words.tsx'
import { NestedFields } from '../nested-fields.tsx'
import { FieldLegend } from './field-legend.tsx'
import { FormLink } from './form-link.tsx'
import { ItemHead } from './item-list.tsx'
import { ScheduleBuilder } from './schedule-builder.tsx'
import { WebhookListener } from './webhook-listener.tsx'

/** What starts runs by itself: a card for each trigger, and a button for each type. */
export function TriggersField(field: FieldProps) {
  const triggers: readonly Json[] = isJsonList(field.value) ? field.value : []
  const add = (type: TriggerType) => {
    const fresh = freshTrigger(type, triggers)
    return field.value === undefined ? field.set([fresh]) : field.set(fresh, [triggers.length])
  }
  const list = triggers.length === 1 ? { ...field, set: () => field.set(undefined) } : field
  return (
    <fieldset className="grid min-w-0 gap-2">
      <FieldLegend spec={field.spec} />
      {triggers.map((trigger, index) => (
        <div
          // biome-ignore lint/suspicious/noArrayIndexKey: a trigger has no identity but its index while its name is written
          key={index}
          className="grid gap-2.5 rounded-m border p-2.5"
        >
          <ItemHead field={list} index={index} count={triggers.length} name={triggerTexts.trigger(index + 1)}>
            <span className="flex min-w-0 items-center gap-1.5 font-medium">
              <TriggerIcon type={objectOf(trigger).type} />
              <span className="truncate">{wordsOf(trigger)}</span>
            </span>
          </ItemHead>
          <TriggerFields field={fieldWithin(field, index)} />
        </div>
      ))}
      <div className="flex flex-wrap gap-1.5">
        {triggerTypes.map((type) => (
          <Button
            key={type}
            icon={<Plus />}
            disabled={triggers.length >= limits.triggers.perWorkflow}
            onClick={() => add(type)}
          >
            {triggerTexts.add[type]}
          </Button>
        ))}
      </div>
      <Words {...fieldWords({ spec: field.spec, problems: problemsOfWhole(field) })} />
    </fieldset>
  )
}

function TriggerIcon({ type }: { type: Json | undefined }) {
  const Icon = triggerIcons[triggerTypes.find((one) => one === type) ?? 'schedule']
  return <Icon aria-hidden="true" className="size-4 shrink-0 text-accent" />
}

/** Keys that the builder of schedules has fields for. */
const built: ReadonlySet<string> = new Set(['cron', 'every_seconds', 'timezone'])

function TriggerFields({ field }: { field: FieldProps }) {
  const { type } = objectOf(field.value)
  const entry = triggerTypes.find((one) => one === type)
  const inner = { ...field, spec: { ...field.spec, key: 'trigger', help: '' } }
  if (entry === undefined) return null
  const { keys } = triggerCatalogue[entry]
  switch (entry) {
    case 'webhook':
      return <WebhookFields field={inner} keys={keys} />
    case 'schedule':
      return (
        <>
          <ScheduleBuilder field={field} />
          <NestedFields field={inner} keys={keys.filter(({ key }) => !built.has(key))} />
        </>
      )
    case 'form':
      return (
        <>
          <NestedFields field={inner} keys={keys} />
          <FormLink name={nameOf(field.value)} />
        </>
      )
    default:
      return <NestedFields field={inner} keys={keys} />
  }
}

function WebhookFields({ field, keys }: { field: FieldProps; keys: readonly KeySpec[] }) {
  const { verify, ...set } = objectOf(field.value)
  const hasEffect = (key: string) =>
    key === 'secret' ? verify !== 'none' : !key.startsWith('signature_') || verify === 'hmac'
  return (
    <>
      <NestedFields field={field} keys={keys.filter(({ key }) => hasEffect(key) || set[key] !== undefined)} />
      <p className="text-small text-muted">
        <WithCode text={triggerTexts.whereTheAddressIs} />
      </p>
      <WebhookListener template={set.input} />
    </>
  )
}

function wordsOf(trigger: Json): string {
  const isKnown = isJsonObject(trigger) && triggerTypes.some((type) => type === trigger.type)
  return isKnown ? triggerWords(trigger as unknown as Trigger) : triggerTexts.unknownTrigger
}

/** A trigger under a name that no other one has. */
function freshTrigger(type: TriggerType, triggers: readonly Json[]): Json {
  const names = new Set(triggers.map(nameOf))
  const fresh = freshKeys(type)
  if (!names.has(type)) return fresh
  let number = 2
  while (names.has(`${type} ${number}`)) number += 1
  return { ...fresh, name: `${type} ${number}` }
}

/** The name under which a trigger is registered. */
const nameOf = (trigger: Json | undefined) => String(objectOf(trigger).name ?? objectOf(trigger).type)

function freshKeys(type: TriggerType): JsonObject {
  switch (type) {
    case 'schedule':
      return { type, cron: '0 6 * * *', timezone: Intl.DateTimeFormat().resolvedOptions().timeZone }
    case 'webhook':
      return { type, verify: 'standard' }
    case 'form':
      return { type, access: 'owner' }
    case 'run':
      return { type, workflow: '' }
    case 'signal':
      return { type, signal: '' }
  }
}
