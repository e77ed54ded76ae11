import { describe, expect, test } from "vitest";
import { canManage, getGrantableRoles, isOwner } from "#domain/platoon/platoon.ts";
import { canChange, getRoleTitle } from "./roles.ts";

describe("roles", () => {
  test("follow the permission table", () => {
    expect(["owner", "admin", "member"].map(canManage)).toEqual([true, true, false]);
    expect(["owner", "admin", "member"].map(isOwner)).toEqual([true, false, false]);
  });

  test("are found in a comma-separated list", () => {
    expect(canManage("member,admin")).toBe(true);
    expect(isOwner("member, owner")).toBe(true);
    expect(isOwner("co-owner")).toBe(false);
    expect(getRoleTitle("admin,medic")).toBe("Admin, medic");
  });

  test("allow only owners to grant or change the role of an owner", () => {
    expect(getGrantableRoles("owner")).toEqual(["owner", "admin", "member"]);
    expect(getGrantableRoles("admin")).toEqual(["admin", "member"]);
    expect(getGrantableRoles("member")).toEqual([]);
    expect(canChange("admin", "owner")).toBe(false);
    expect(canChange("owner", "owner")).toBe(true);
    expect(canChange("admin", "admin")).toBe(true);
    expect(canChange("member", "member")).toBe(false);
  });
});
