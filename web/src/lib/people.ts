// What people do about each other: block, unblock, report.
import { ask } from "./api";
import type { Block, BlockList, Report } from "./wire";

const seatAt = (table: string, seat: number) => `/tables/${table}/seats/${seat}`;
export const blockSeat = (table: string, seat: number) => ask<Block>("POST", `${seatAt(table, seat)}/block`, {});
export const unblockSeat = (table: string, seat: number) => ask<void>("DELETE", `${seatAt(table, seat)}/block`);
export const reportSeat = (table: string, seat: number, report: Report) => ask<void>("POST", `${seatAt(table, seat)}/report`, report);
export const myBlocks = () => ask<BlockList>("GET", "/me/blocks");
export const unblock = (block: string) => ask<void>("DELETE", `/me/blocks/${block}`);
export const reportKinds: Report["kind"][] = ["insult", "cheating", "stalling", "name", "other"];
