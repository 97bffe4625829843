'use client'

import { useQuery } from '@tanstack/react-query'
import { Webhook as WebhookIcon } from 'lucide-react'
import type { Webhook } from '#components/api/models.ts'
import { useApi } from '#components/api/trpc.ts'
import { ListSection } from '../list-section.tsx'
import { DeliveriesSection } from './deliveries-section.tsx'
import { webhookTexts } from './texts/webhooks.ts'
import { ConfirmWebhookDialog, WebhookDialog, type WebhookTask } from './webhook-dialogs.tsx'
import { WebhookList } from './webhook-list.tsx'

/** The webhooks of the owner and their deliveries. */
export function WebhooksPage() {
  const api = useApi()
  const webhooks = useQuery(api.webhooks.list.queryOptions())
  return (
    <>
      <ListSection<Webhook, WebhookTask>
        id="webhooks"
        title={webhookTexts.webhooks}
        about={webhookTexts.about}
        add={{ label: webhookTexts.addWebhook, task: { kind: 'add' } }}
        textsOf={({ url, eventFilter }) => [url, ...eventFilter]}
        query={webhooks}
        icon={<WebhookIcon />}
        nothing={webhookTexts.noWebhooksYet}
        nothingAbout={webhookTexts.addOneToReceive}
        dialog={(task, ask) =>
          task.kind === 'add' || task.kind === 'change' ? (
            <WebhookDialog task={task} onClose={() => ask(null)} />
          ) : (
            <ConfirmWebhookDialog task={task} onClose={() => ask(null)} />
          )
        }
      >
        {(items, ask) => <WebhookList webhooks={items} onAsk={ask} />}
      </ListSection>
      <DeliveriesSection />
    </>
  )
}
