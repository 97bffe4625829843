'use client'

import { useQuery } from '@tanstack/react-query'
import { BellRing, Pencil, Plus, Send, Trash2 } from 'lucide-react'
import { parseAsString, useQueryState } from 'nuqs'
import { useState } from 'react'
import type { AlertRule } from '#components/api/models.ts'
import { useApi } from '#components/api/trpc.ts'
import { useNames } from '#components/people/use-names.ts'
import { FailureState } from '#components/shell/failure/failure-page.tsx'
import { Button, IconButton } from '#components/ui/controls/button.tsx'
import { Chip } from '#components/ui/controls/chip.tsx'
import { Callout } from '#components/ui/layout/callout.tsx'
import { EmptyState } from '#components/ui/layout/empty-state.tsx'
import { Skeleton } from '#components/ui/layout/skeleton.tsx'
import { useHydrated } from '#components/ui/pacing/use-hydrated.ts'
import { isolateText } from '#core/definition/escape-invisible.ts'
import { SettingsSection } from '../settings-section.tsx'
import { MessageList } from './message-list.tsx'
import { RemoveRuleDialog } from './remove-rule-dialog.tsx'
import { RuleDialog } from './rule-dialog.tsx'
import { ruleSentence } from './rule-sentence.ts'
import { SecretDialog } from './secret-dialog.tsx'
import { alertsTexts } from './texts/alerts.ts'
import { useRuleActions } from './use-rule-actions.ts'

/** A message appears when an engine has put it together, some seconds after its cause. */
const lookEveryMs = 5_000

type Task =
  | { readonly kind: 'add' }
  | { readonly kind: 'edit' | 'remove'; readonly rule: AlertRule }
  | { readonly kind: 'secret'; readonly secret: string }

/** The rules about runs of the owner, or of the workflow in the address, and their last messages. */
export function AlertsPage() {
  const [workflow, setWorkflow] = useQueryState('workflow', parseAsString)
  const [task, setTask] = useState<Task | null>(null)
  const close = () => setTask(null)
  return (
    <SettingsSection
      id="alerts"
      title={alertsTexts.alerts}
      about={alertsTexts.about}
      aside={
        <Button look="primary" icon={<Plus />} onClick={() => setTask({ kind: 'add' })}>
          {alertsTexts.addRule}
        </Button>
      }
    >
      {workflow !== null && (
        <p className="flex flex-wrap items-center gap-3">
          {alertsTexts.onlyOf(isolateText(workflow))}
          <Button size="small" onClick={() => void setWorkflow(null)}>
            {alertsTexts.showAll}
          </Button>
        </p>
      )}
      <Rules workflow={workflow} onAsk={setTask} />
      {(task?.kind === 'add' || task?.kind === 'edit') && (
        <RuleDialog
          rule={task.kind === 'edit' ? task.rule : null}
          workflow={workflow ?? ''}
          onSaved={(secret) => setTask(secret === null ? null : { kind: 'secret', secret })}
          onClose={close}
        />
      )}
      {task?.kind === 'remove' && <RemoveRuleDialog rule={task.rule} onClose={close} />}
      {task?.kind === 'secret' && <SecretDialog secret={task.secret} onClose={close} />}
    </SettingsSection>
  )
}

function Rules({ workflow, onAsk }: { workflow: string | null; onAsk(task: Task): void }) {
  const api = useApi()
  const { data, error, refetch } = useQuery(
    api.alerts.list.queryOptions(workflow === null ? {} : { workflow }, { refetchInterval: lookEveryMs }),
  )
  const isHydrated = useHydrated()
  if (!isHydrated || !data) {
    if (isHydrated && error) return <FailureState error={error} onRetry={() => refetch()} />
    return <Skeleton className="h-24" />
  }
  const { rules, messages, sendsMail } = data
  if (rules.length === 0) {
    return (
      <EmptyState
        icon={<BellRing />}
        title={alertsTexts.noRulesYet}
        className="max-w-120 rounded-m border bg-surface py-9"
      >
        {alertsTexts.noRulesYetAbout}
      </EmptyState>
    )
  }
  const isMailMissing = !sendsMail && rules.some(({ people, addresses }) => people.length + addresses.length > 0)
  return (
    <>
      {isMailMissing && <Callout tone="idle">{alertsTexts.noMailServer}</Callout>}
      <ul aria-label={alertsTexts.alerts} className="divide-y overflow-hidden rounded-m border bg-surface">
        {rules.map((rule) => (
          <RuleRow key={rule.id} rule={rule} onAsk={onAsk} />
        ))}
      </ul>
      <MessageList messages={messages} rules={rules} />
    </>
  )
}

function RuleRow({ rule, onAsk }: { rule: AlertRule; onAsk(task: Task): void }) {
  const { person } = useNames()
  const { test } = useRuleActions()
  const sentence = ruleSentence(rule, person) ?? rule.workflow
  return (
    <li className="flex min-h-10 items-center gap-3 px-3.5 py-2 max-sm:flex-wrap">
      <span className="min-w-0 flex-1 wrap-anywhere max-sm:basis-full">{sentence}</span>
      {!rule.enabled && <Chip>{alertsTexts.off}</Chip>}
      <span className="flex shrink-0 items-center gap-1 max-sm:ml-auto">
        <IconButton
          size="small"
          label={alertsTexts.test(sentence)}
          disabled={!rule.enabled || test.isPending}
          onClick={() => test.mutate({ id: rule.id })}
        >
          <Send />
        </IconButton>
        <IconButton size="small" label={alertsTexts.edit(sentence)} onClick={() => onAsk({ kind: 'edit', rule })}>
          <Pencil />
        </IconButton>
        <IconButton size="small" label={alertsTexts.remove(sentence)} onClick={() => onAsk({ kind: 'remove', rule })}>
          <Trash2 />
        </IconButton>
      </span>
    </li>
  )
}
