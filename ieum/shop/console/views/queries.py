from ieum.shop.console.views.types import SavedView, SavedViewForm
from ieum.shop.desk.types import StaffId
from ieum.shop.kernel.db import Connection, any_row, execute, fetch_all, fetch_one, fetch_optional


async def list_views(conn: Connection, staff: StaffId, screen: str) -> list[SavedView]:
    """Own ones first. What somebody shared who has left the staff is shared no longer."""
    return await fetch_all(
        conn,
        SavedView,
        """
        SELECT v.id, v.name, v.query, v.shared, v.staff_id = %(staff)s AS mine, d.view_id IS NOT NULL AS is_default
          FROM saved_views v JOIN staff s ON s.id = v.staff_id
          LEFT JOIN default_views d ON d.view_id = v.id AND d.staff_id = %(staff)s
         WHERE v.screen = %(screen)s AND (v.staff_id = %(staff)s OR v.shared AND s.removed_at IS NULL)
         ORDER BY mine DESC, v.id
        """,
        staff=staff,
        screen=screen,
    )


async def hold_views(conn: Connection, staff: StaffId) -> int:
    """Count this person's views; whoever adds one at the same time waits until the transaction ends."""
    await execute(conn, "SELECT FROM staff WHERE id = %(staff)s FOR NO KEY UPDATE", staff=staff)
    return await fetch_one(
        conn, int, "SELECT count(*) FROM saved_views WHERE staff_id = %(staff)s", staff=staff
    )


async def insert_view(conn: Connection, staff: StaffId, form: SavedViewForm) -> int | None:
    """None where this person has one of that name on that screen."""
    return await fetch_optional(
        conn,
        int,
        """
        INSERT INTO saved_views (staff_id, screen, name, query, shared)
        VALUES (%(staff)s, %(screen)s, %(name)s, %(kept)s, %(shared)s)
            ON CONFLICT (staff_id, screen, name) DO NOTHING
        RETURNING id
        """,
        staff=staff,
        screen=form.screen,
        name=form.name.strip(),
        kept=form.query,
        shared=form.shared,
    )


async def lock_own(conn: Connection, staff: StaffId, view: int) -> SavedView | None:
    return await fetch_optional(
        conn,
        SavedView,
        """
        SELECT v.id, v.name, v.query, v.shared, true AS mine,
               EXISTS (SELECT FROM default_views WHERE view_id = v.id AND staff_id = %(staff)s) AS is_default
          FROM saved_views v
         WHERE v.id = %(view)s AND v.staff_id = %(staff)s FOR UPDATE
        """,
        view=view,
        staff=staff,
    )


async def has_other_of_name(conn: Connection, staff: StaffId, view: int, form: SavedViewForm) -> bool:
    found = await fetch_optional(
        conn,
        int,
        """
        SELECT id FROM saved_views
         WHERE staff_id = %(staff)s AND screen = %(screen)s AND name = %(name)s AND id <> %(view)s
        """,
        staff=staff,
        screen=form.screen,
        name=form.name.strip(),
        view=view,
    )
    return found is not None


async def update_view(conn: Connection, view: int, form: SavedViewForm) -> None:
    """The screen stays: a view's conditions mean nothing on another."""
    await execute(
        conn,
        "UPDATE saved_views SET name = %(name)s, query = %(kept)s, shared = %(shared)s WHERE id = %(view)s",
        view=view,
        name=form.name.strip(),
        kept=form.query,
        shared=form.shared,
    )


async def delete_view(conn: Connection, view: int) -> None:
    await execute(conn, "DELETE FROM saved_views WHERE id = %(view)s", view=view)


async def set_default(conn: Connection, staff: StaffId, view: int) -> str | None:
    """Have the view's list open with it, for this person; its name, or None where they do not see such a view."""
    return await fetch_optional(
        conn,
        str,
        """
        WITH seen AS (
            SELECT v.id, v.screen, v.name FROM saved_views v JOIN staff s ON s.id = v.staff_id
             WHERE v.id = %(view)s AND (v.staff_id = %(staff)s OR v.shared AND s.removed_at IS NULL)
               FOR KEY SHARE OF v
        ), chosen AS (
            INSERT INTO default_views (staff_id, screen, view_id) SELECT %(staff)s, screen, id FROM seen
                ON CONFLICT (staff_id, screen) DO UPDATE SET view_id = excluded.view_id
        )
        SELECT name FROM seen
        """,
        staff=staff,
        view=view,
    )


async def unset_default(conn: Connection, staff: StaffId, view: int) -> bool:
    return await any_row(
        conn,
        "DELETE FROM default_views WHERE staff_id = %(staff)s AND view_id = %(view)s",
        staff=staff,
        view=view,
    )
