import { createCheck } from "../port-check.ts";
import type { OutboundFixture } from "./fixture.ts";

export const check = createCheck<OutboundFixture>;
