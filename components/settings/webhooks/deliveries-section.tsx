'use client'

import { useQuery } from '@tanstack/react-query'
import { parseAsString, parseAsStringLiteral, useQueryStates } from 'nuqs'
import type { DeliveryState } from '#components/api/models.ts'
import { useApi } from '#components/api/trpc.ts'
import { DeliveryList } from '#components/runs/deliveries/delivery-list.tsx'
import { deliveryTexts } from '#components/runs/deliveries/texts/deliveries.ts'
import { Select } from '#components/ui/controls/select.tsx'
import { SettingsSection } from '../settings-section.tsx'
import { webhookTexts } from './texts/webhooks.ts'

const states = ['waiting', 'delivered', 'failed', 'dropped'] as const satisfies readonly DeliveryState[]
const all = '·all'

/** The deliveries of all webhooks, filtered by webhook and state; the filter is in the address. */
export function DeliveriesSection() {
  const api = useApi()
  const webhooks = useQuery(api.webhooks.list.queryOptions()).data ?? []
  const [{ webhook, state }, setFilter] = useQueryStates(
    { webhook: parseAsString.withDefault(''), state: parseAsStringLiteral(states) },
    { history: 'replace', clearOnDefault: true },
  )
  if (webhooks.length === 0) return null
  const shown = webhooks.find(({ id }) => id === webhook)
  return (
    <SettingsSection
      id="deliveries"
      title={deliveryTexts.deliveries}
      about={webhookTexts.deliveriesAbout}
      aside={
        <>
          <Select
            aria-label={webhookTexts.ofWebhook}
            className="w-56"
            value={shown?.id ?? all}
            onValueChange={(next) => void setFilter({ webhook: next === all ? null : next })}
            options={[
              { value: all, label: webhookTexts.allWebhooks },
              ...webhooks.map(({ id, url }) => ({ value: id, label: url })),
            ]}
          />
          <Select
            aria-label={webhookTexts.ofState}
            className="w-36"
            value={state ?? all}
            onValueChange={(next) => void setFilter({ state: states.find((one) => one === next) ?? null })}
            options={[
              { value: all, label: webhookTexts.anyState },
              ...states.map((one) => ({ value: one, label: deliveryTexts.states[one] })),
            ]}
          />
        </>
      }
    >
      <DeliveryList webhookId={shown?.id} state={state ?? undefined} />
    </SettingsSection>
  )
}
