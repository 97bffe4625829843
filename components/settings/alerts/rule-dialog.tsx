'use client'

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { apiFailure } from '#components/api/api-failure.ts'
import type { AlertChoices, AlertRule } from '#components/api/models.ts'
import { useApi } from '#components/api/trpc.ts'
import { useWorkflowTitle } from '#components/api/use-workflow-title.ts'
import { useMay } from '#components/people/use-may.ts'
import { useNames } from '#components/people/use-names.ts'
import { useDirectory } from '#components/people/use-people.ts'
import { FormDialog } from '#components/shell/dialog/form-dialog.tsx'
import { Button } from '#components/ui/controls/button.tsx'
import { Field } from '#components/ui/controls/field.tsx'
import { Input, Textarea } from '#components/ui/controls/input.tsx'
import { Select } from '#components/ui/controls/select.tsx'
import { Callout } from '#components/ui/layout/callout.tsx'
import { isolateText } from '#core/definition/escape-invisible.ts'
import { QuietHoursFields } from '../notifications/quiet-hours-fields.tsx'
import { Tick } from '../tick.tsx'
import { ruleSentence } from './rule-sentence.ts'
import { alertsTexts } from './texts/alerts.ts'

interface RuleDialogProps {
  /** Null: a new one. */
  readonly rule: AlertRule | null
  /** The workflow of a new rule, if it is chosen already. */
  readonly workflow: string
  /** Called with the secret of a new webhook, or null. */
  onSaved(secret: string | null): void
  onClose(): void
}

type Edited = Omit<AlertChoices, 'addresses' | 'webhookUrl' | 'id'> & {
  /** One a line. */
  readonly addresses: string
  readonly webhookUrl: string
}

const ownZone = () => Intl.DateTimeFormat().resolvedOptions().timeZone
const usualLateMinutes = 60
const fields = [
  'workflow',
  'failed',
  'lateMinutes',
  'stuckMinutes',
  'people',
  'addresses',
  'webhookUrl',
  'timeZone',
  'quiet',
]

function editedOf(rule: AlertRule | null, workflow: string): Edited {
  if (rule === null) {
    return {
      workflow,
      failed: true,
      lateMinutes: null,
      stuckMinutes: null,
      recovered: false,
      people: [],
      addresses: '',
      webhookUrl: '',
      timeZone: ownZone(),
      quiet: null,
      enabled: true,
    }
  }
  const { id: _, webhookOrigin: __, waiting: ___, addresses, webhookUrl, people, quiet, ...choices } = rule
  return {
    ...choices,
    people: [...people],
    quiet: quiet && { ...quiet, days: [...quiet.days] },
    addresses: addresses.join('\n'),
    webhookUrl: webhookUrl ?? '',
  }
}

const linesOf = (text: string) => text.split(/[\s,;]+/).filter((line) => line !== '')

/** Makes or edits a rule, with the sentence that says what it will do. */
export function RuleDialog({ rule, workflow, onSaved, onClose }: RuleDialogProps) {
  const api = useApi()
  const queryClient = useQueryClient()
  const { person } = useNames()
  const titleOf = useWorkflowTitle()
  const mayCall = useMay('webhook.admin')
  const [edited, setEdited] = useState(() => editedOf(rule, workflow))
  const set = (change: Partial<Edited>) => setEdited((current) => ({ ...current, ...change }))
  const reload = { onSettled: () => queryClient.invalidateQueries(api.alerts.pathFilter()) }
  const save = useMutation(api.alerts.save.mutationOptions({ onSuccess: ({ secret }) => onSaved(secret), ...reload }))
  const replace = useMutation(
    api.alerts.replaceSecret.mutationOptions({ onSuccess: ({ secret }) => onSaved(secret), ...reload }),
  )
  const error = save.error ?? replace.error
  const failure = error ? apiFailure(error) : undefined
  const at = failure?.field?.split('.')[0]
  const errorAt = (field: string) => (at === field ? failure?.message.replace(/^[\w.]+: /, '') : undefined)
  const addresses = linesOf(edited.addresses)
  const webhookOrigin = mayCall ? originOf(edited.webhookUrl) : (rule?.webhookOrigin ?? null)
  const sentence = ruleSentence({ ...edited, workflow: titleOf(edited.workflow), addresses, webhookOrigin }, person)
  const submit = () =>
    save.mutate({
      ...edited,
      addresses,
      webhookUrl: mayCall ? edited.webhookUrl.trim() || null : undefined,
      ...(rule && { id: rule.id }),
    })
  return (
    <FormDialog
      title={rule === null ? alertsTexts.newRule : alertsTexts.editRule}
      verb={alertsTexts.save}
      canSubmit={sentence !== null && !save.isPending}
      onSubmit={submit}
      onClose={onClose}
    >
      {failure && !fields.includes(at ?? '') && (
        <Callout tone="failed" alert>
          {failure.message}
        </Callout>
      )}
      <WorkflowField
        value={edited.workflow}
        isFixed={rule !== null}
        error={errorAt('workflow')}
        onChange={(name) => set({ workflow: name })}
      />
      <EventFields edited={edited} errorAt={errorAt} onChange={set} />
      <PeopleField chosen={edited.people} error={errorAt('people')} onChange={(people) => set({ people })} />
      <Field label={alertsTexts.addresses} hint={alertsTexts.addressesHint} error={errorAt('addresses')}>
        {(control) => (
          <Textarea
            {...control}
            rows={2}
            spellCheck={false}
            value={edited.addresses}
            onChange={(event) => set({ addresses: event.target.value })}
          />
        )}
      </Field>
      {mayCall ? (
        <>
          <Field label={alertsTexts.webhookUrl} hint={alertsTexts.webhookHint} error={errorAt('webhookUrl')}>
            {(control) => (
              <Input
                {...control}
                type="url"
                autoComplete="off"
                spellCheck={false}
                value={edited.webhookUrl}
                onChange={(event) => set({ webhookUrl: event.target.value })}
              />
            )}
          </Field>
          {rule !== null && rule.webhookOrigin !== null && (
            <Button
              type="button"
              className="w-fit"
              disabled={replace.isPending}
              onClick={() => replace.mutate({ id: rule.id })}
            >
              {alertsTexts.replaceSecret}
            </Button>
          )}
        </>
      ) : (
        webhookOrigin !== null && <p className="text-muted">{alertsTexts.webhookOf(webhookOrigin)}</p>
      )}
      <QuietHoursFields
        quiet={edited.quiet}
        timeZone={edited.timeZone}
        timeZoneError={errorAt('timeZone')}
        quietError={errorAt('quiet')}
        about={alertsTexts.quietMeans}
        disabled={false}
        onChange={(change) =>
          set({
            ...('quiet' in change && { quiet: change.quiet && { ...change.quiet, days: [...change.quiet.days] } }),
            ...('timeZone' in change && change.timeZone !== null && { timeZone: change.timeZone }),
          })
        }
      />
      <Tick label={alertsTexts.enabled} checked={edited.enabled} onChange={(enabled) => set({ enabled })} />
      <p role="status" className="rounded-s border bg-surface px-3 py-2 font-medium wrap-anywhere">
        {sentence ?? alertsTexts.incomplete}
      </p>
    </FormDialog>
  )
}

function originOf(text: string): string | null {
  const url = URL.parse(text.trim())
  return url && /^https?:$/.test(url.protocol) ? url.origin : null
}

interface WorkflowFieldProps {
  value: string
  isFixed: boolean
  error: string | undefined
  onChange(name: string): void
}

function WorkflowField({ value, isFixed, error, onChange }: WorkflowFieldProps) {
  const api = useApi()
  const { data } = useQuery(api.workflows.names.queryOptions())
  const names = [...new Set([...(value === '' ? [] : [value]), ...(data ?? [])])].toSorted()
  return (
    <Field label={alertsTexts.workflow} hint={alertsTexts.workflowHint} error={error}>
      {(control) => (
        <Select
          {...control}
          value={value}
          disabled={isFixed}
          options={names.map((name) => ({ value: name, label: isolateText(name) }))}
          onValueChange={onChange}
        />
      )}
    </Field>
  )
}

interface EventFieldsProps {
  edited: Edited
  errorAt(field: string): string | undefined
  onChange(change: Partial<Edited>): void
}

function EventFields({ edited, errorAt, onChange }: EventFieldsProps) {
  const minutes = (field: 'lateMinutes' | 'stuckMinutes', label: string) =>
    edited[field] !== null && (
      <Field label={label} error={errorAt(field)} className="ml-6 max-w-52">
        {(control) => (
          <Input
            {...control}
            type="number"
            min={1}
            value={edited[field] ?? ''}
            onChange={(event) => onChange({ [field]: Math.max(0, Math.round(Number(event.target.value))) })}
          />
        )}
      </Field>
    )
  return (
    <Choices legend={alertsTexts.when} error={errorAt('failed')}>
      <Tick label={alertsTexts.fails} checked={edited.failed} onChange={(failed) => onChange({ failed })} />
      <Tick
        label={alertsTexts.isLate}
        about={alertsTexts.lateAbout}
        checked={edited.lateMinutes !== null}
        onChange={(checked) => onChange({ lateMinutes: checked ? usualLateMinutes : null })}
      />
      {minutes('lateMinutes', alertsTexts.afterStart)}
      <Tick
        label={alertsTexts.isStuck}
        about={alertsTexts.stuckAbout}
        checked={edited.stuckMinutes !== null}
        onChange={(checked) => onChange({ stuckMinutes: checked ? usualLateMinutes : null })}
      />
      {minutes('stuckMinutes', alertsTexts.without)}
      <Tick
        label={alertsTexts.recovers}
        about={alertsTexts.recoversAbout}
        checked={edited.recovered}
        onChange={(recovered) => onChange({ recovered })}
      />
    </Choices>
  )
}

interface PeopleFieldProps {
  chosen: readonly string[]
  error: string | undefined
  onChange(people: string[]): void
}

function PeopleField({ chosen, error, onChange }: PeopleFieldProps) {
  const people = useDirectory().data?.people ?? []
  return (
    <Choices legend={alertsTexts.people} error={error}>
      {people.length === 0 && <p className="text-muted">{alertsTexts.noPeople}</p>}
      <div className="grid max-h-44 gap-1.5 overflow-y-auto">
        {people.map(({ id, name, email }) => (
          <Tick
            key={id}
            label={name}
            {...(email ? {} : { about: alertsTexts.noAddress })}
            checked={chosen.includes(id)}
            onChange={(checked) => onChange(checked ? [...chosen, id] : chosen.filter((other) => other !== id))}
          />
        ))}
      </div>
    </Choices>
  )
}

function Choices({ legend, error, children }: { legend: string; error: string | undefined; children: ReactNode }) {
  return (
    <fieldset className="grid gap-1.5">
      <legend className="mb-1.5 text-label text-muted">{legend}</legend>
      {children}
      {error && (
        <p role="alert" className="text-small text-failed wrap-anywhere">
          {error}
        </p>
      )}
    </fieldset>
  )
}
