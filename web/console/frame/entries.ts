import {
  CalendarClock,
  ChartColumn,
  House,
  MessageCircle,
  Network,
  Receipt,
  Router,
  Settings2,
  Tag,
  Users,
} from 'lucide-react'

/**
 * The entries of the navigation, in the order of daily use and ten at most. An entry with several screens lists them while
 * one of them is open.
 */
export const ENTRIES = [
  { name: 'today', label: '오늘', Icon: House },
  { name: 'inquiries', label: '문의·메시지', Icon: MessageCircle },
  { name: 'members', label: '회원', Icon: Users },
  { name: 'orders', label: '주문·결제', Icon: Receipt },
  { name: 'subscriptions', label: '정기결제', Icon: CalendarClock },
  { name: 'services', label: '서비스·IP', Icon: Network },
  { name: 'gateways', label: '게이트웨이', Icon: Router },
  { name: 'catalog', label: '상품·콘텐츠', Icon: Tag },
  { name: 'numbers', label: '통계', Icon: ChartColumn },
  { name: 'settings', label: '운영·설정', Icon: Settings2 },
] as const

export type EntryName = (typeof ENTRIES)[number]['name']
