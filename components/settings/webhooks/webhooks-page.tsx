'use client'

import { Plus } from 'lucide-react'
import { useState } from 'react'
import { Button } from '#components/ui/controls/button.tsx'
import { SettingsSection } from '../settings-section.tsx'
import { DeliveriesSection } from './deliveries-section.tsx'
import { webhookTexts } from './texts/webhooks.ts'
import { ConfirmWebhookDialog, WebhookDialog, type WebhookTask } from './webhook-dialogs.tsx'
import { WebhookList } from './webhook-list.tsx'

/** The webhooks of the owner and their deliveries. */
export function WebhooksPage() {
  const [task, setTask] = useState<WebhookTask | null>(null)
  const close = () => setTask(null)
  return (
    <>
      <SettingsSection
        id="webhooks"
        title={webhookTexts.webhooks}
        about={webhookTexts.about}
        aside={
          <Button look="primary" icon={<Plus />} onClick={() => setTask({ kind: 'add' })}>
            {webhookTexts.addWebhook}
          </Button>
        }
      >
        <WebhookList onAsk={setTask} />
      </SettingsSection>
      <DeliveriesSection />
      {task && (task.kind === 'add' || task.kind === 'change') && <WebhookDialog task={task} onClose={close} />}
      {task && (task.kind === 'rotate' || task.kind === 'remove') && (
        <ConfirmWebhookDialog task={task} onClose={close} />
      )}
    </>
  )
}
