import type { Metadata } from 'next'
import { AlertsPage } from '#components/settings/alerts/alerts-page.tsx'

export const metadata: Metadata = { title: 'Alerts' }

export default function Page() {
  return <AlertsPage />
}
