import type { Metadata } from 'next'
import { NotificationsPage } from '#components/settings/notifications/notifications-page.tsx'

export const metadata: Metadata = { title: 'Notifications' }

export default function Page() {
  return <NotificationsPage />
}
