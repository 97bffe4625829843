import type { Me, Permission } from '#components/api/models.ts'
import { alertsTexts } from './alerts/texts/alerts.ts'
import { auditTexts } from './audit/texts/audit.ts'
import { connectionsTexts } from './connections/texts/connections.ts'
import { connectorsTexts } from './connectors/texts/connectors.ts'
import { retentionTexts } from './retention/texts/retention.ts'
import { secretsTexts } from './secrets/texts/secrets.ts'
import { settingsTexts } from './texts/settings.ts'
import { variablesTexts } from './variables/texts/variables.ts'
import { webhookTexts } from './webhooks/texts/webhooks.ts'

export interface SettingsTab {
  readonly href: string
  readonly label: string
  readonly group: SettingsGroup
  /** The permission that the page needs. */
  readonly permission: Permission
  /** The page makes sense in one mode only. */
  readonly mode?: Me['mode']
}

/** The groups of the pages, in their order. */
export const settingsGroups = ['you', 'workflows', 'access', 'installation'] as const
type SettingsGroup = (typeof settingsGroups)[number]

const inGroup = (group: SettingsGroup, tabs: readonly Omit<SettingsTab, 'group'>[]): readonly SettingsTab[] =>
  tabs.map((tab) => ({ ...tab, group }))

/** The pages of the settings in their order. Each page is a route under app/settings. */
export const settingsTabs: readonly SettingsTab[] = [
  ...inGroup('you', [
    { href: '/settings', label: settingsTexts.preferences, permission: 'me' },
    { href: '/settings/notifications', label: settingsTexts.notifications, permission: 'me' },
    { href: '/settings/sessions', label: settingsTexts.mySessions, permission: 'me', mode: 'login' },
  ]),
  ...inGroup('workflows', [
    { href: '/settings/connections', label: connectionsTexts.connections, permission: 'secret.use' },
    { href: '/settings/connectors', label: connectorsTexts.connectors, permission: 'workflow.read' },
    { href: '/settings/variables', label: variablesTexts.variables, permission: 'workflow.read' },
    { href: '/settings/secrets', label: secretsTexts.secrets, permission: 'secret.use' },
    { href: '/settings/alerts', label: alertsTexts.alerts, permission: 'workflow.edit' },
    { href: '/settings/webhooks', label: webhookTexts.webhooks, permission: 'webhook.admin' },
    { href: '/settings/retention', label: retentionTexts.retention, permission: 'retention.admin' },
  ]),
  ...inGroup('access', [
    { href: '/settings/members', label: settingsTexts.members, permission: 'member.admin', mode: 'login' },
    { href: '/settings/keys', label: settingsTexts.apiKeys, permission: 'key.own', mode: 'login' },
    { href: '/settings/audit', label: auditTexts.audit, permission: 'audit.read' },
  ]),
  ...inGroup('installation', [
    { href: '/settings/owners', label: settingsTexts.owners, permission: 'installation.admin', mode: 'login' },
  ]),
]

/** The pages that the caller may open. */
export const tabsOf = ({ permissions, mode }: Pick<Me, 'permissions' | 'mode'>): readonly SettingsTab[] =>
  settingsTabs.filter((tab) => permissions.includes(tab.permission) && (tab.mode ?? mode) === mode)
