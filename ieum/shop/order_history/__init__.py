"""The payment history: orders as their members see them, contracts, receipts, and the operator's export."""
